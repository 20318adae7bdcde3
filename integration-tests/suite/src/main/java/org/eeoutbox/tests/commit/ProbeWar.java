package org.eeoutbox.tests.commit;

import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The probe application: no module of the outbox in it. */
final class ProbeWar {

    private static final String MAPPING = """
            <?xml version="1.0" encoding="UTF-8"?>
            <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.0">
              <package>org.eeoutbox.tests.commit</package>
              <entity class="Typed" access="FIELD" metadata-complete="true">
                <table name="probe_typed"/>
                <attributes>
                  <id name="id"/>
                  <basic name="reference"/>
                  <basic name="happenedAt"><column name="happened_at"/></basic>
                </attributes>
              </entity>
            </entity-mappings>
            """;

    private ProbeWar() {}

    static WebArchive build() {
        Server server = Server.current();
        return new TestWar()
                .packagesOf(ProbeWar.class)
                .resource("META-INF/probe-orm.xml", MAPPING)
                .persistence("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
                        %s%s%s</persistence>
                        """.formatted(
                                unit("probe", server.dataSource(), false),
                                unit("single", server.singleConnection(), false),
                                unit("h2", null, true)))
                .build();
    }

    /** Without a data source it is the platform's default one, which is H2 everywhere. */
    private static String unit(String name, String dataSource, boolean mappedOnly) {
        String source = dataSource == null ? "" : "<jta-data-source>" + dataSource + "</jta-data-source>";
        return """
                  <persistence-unit name="%s" transaction-type="JTA">
                    %s
                    <mapping-file>META-INF/probe-orm.xml</mapping-file>
                    <exclude-unlisted-classes>%s</exclude-unlisted-classes>
                    <properties>
                      <property name="jakarta.persistence.schema-generation.database.action" value="none"/>
                    </properties>
                  </persistence-unit>
                """.formatted(name, source, mappedOnly);
    }
}
