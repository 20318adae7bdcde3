package org.eeoutbox.tests.discovery;

import javax.sql.DataSource;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/** Writes a thing as an application does that knows no EntityManager; on its own, so that jOOQ may be absent. */
final class Jooq {

    private Jooq() {}

    static void insert(DataSource dataSource, String id) {
        DSL.using(dataSource, SQLDialect.POSTGRES)
                .insertInto(DSL.table("thing"), DSL.field("id"))
                .values(id)
                .execute();
    }
}
