package org.eeoutbox.tests.payara.commit;

import org.eeoutbox.tests.payara.TestWar;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The probe application: no module of the outbox in it. */
final class ProbeWar {

    private static final String MAPPING = """
            <?xml version="1.0" encoding="UTF-8"?>
            <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.0">
              <package>org.eeoutbox.tests.payara.commit</package>
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
        return new TestWar()
                .packagesOf(ProbeWar.class)
                .resource("META-INF/probe-orm.xml", MAPPING)
                .persistence("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
                        %s%s%s</persistence>
                        """.formatted(
                                unit("probe", "jdbc/outbox-test", false),
                                unit("single", "jdbc/outbox-single", false),
                                unit("h2", "jdbc/__default", true)))
                .build();
    }

    private static String unit(String name, String dataSource, boolean mappedOnly) {
        return """
                  <persistence-unit name="%s" transaction-type="JTA">
                    <jta-data-source>%s</jta-data-source>
                    <mapping-file>META-INF/probe-orm.xml</mapping-file>
                    <exclude-unlisted-classes>%s</exclude-unlisted-classes>
                    <properties>
                      <property name="jakarta.persistence.schema-generation.database.action" value="none"/>
                    </properties>
                  </persistence-unit>
                """.formatted(name, dataSource, mappedOnly);
    }
}
