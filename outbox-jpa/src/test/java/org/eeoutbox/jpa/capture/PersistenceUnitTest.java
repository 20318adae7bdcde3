package org.eeoutbox.jpa.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eeoutbox.OutboxConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersistenceUnitTest {

    private static final String MAPPING = "<mapping-file>META-INF/outbox-orm.xml</mapping-file>";

    @TempDir
    Path directory;

    @Test
    void isTheUnitThatIncludesTheMappingFile() throws IOException {
        PersistenceUnit unit =
                find(unit("a", "", "") + unit("b", "", "<jta-data-source>jdbc/b</jta-data-source>" + MAPPING));
        assertThat(unit).isEqualTo(new PersistenceUnit("b", "jdbc/b"));
    }

    @Test
    void usesThePlatformsDataSourceIfItNamesNone() throws IOException {
        assertThat(find(unit("a", "", MAPPING)).dataSource()).isEqualTo("java:comp/DefaultDataSource");
    }

    @Test
    void isRefusedWhenNoneOrTwoIncludeIt() {
        refused(unit("a", "", ""), "<mapping-file>");
        refused(unit("a", "", MAPPING) + unit("b", "", MAPPING), "exactly one");
    }

    @Test
    void isRefusedWhenItIsResourceLocal() {
        refused(unit("a", "transaction-type='RESOURCE_LOCAL'", MAPPING), "RESOURCE_LOCAL");
    }

    @ParameterizedTest
    @CsvSource({
        "jakarta.persistence.schema-generation.database.action,create",
        "jakarta.persistence.schema-generation.database.action,drop-and-create",
        "hibernate.hbm2ddl.auto,update",
        "eclipselink.ddl-generation,create-tables"
    })
    void isRefusedWhenTheProviderWouldMakeTheTables(String key, String value) {
        refused(unit("a", "", MAPPING + properties(key, value)), key);
    }

    @Test
    void acceptsASchemaThatScriptsMake() throws IOException {
        String generation = "jakarta.persistence.schema-generation.";
        String xml = unit(
                "a",
                "",
                MAPPING
                        + properties(
                                generation + "database.action",
                                "create",
                                generation + "create-script-source",
                                "create.sql"));
        assertThat(find(xml).name()).isEqualTo("a");
    }

    private void refused(String units, String says) {
        assertThatThrownBy(() -> find(units))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining(says);
    }

    private PersistenceUnit find(String units) throws IOException {
        Path file = directory.resolve("META-INF/persistence.xml");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                "<persistence xmlns='https://jakarta.ee/xml/ns/persistence' version='3.0'>" + units + "</persistence>");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
            return PersistenceUnit.find(loader);
        }
    }

    private static String unit(String name, String attributes, String content) {
        return "<persistence-unit name='" + name + "' " + attributes + ">" + content + "</persistence-unit>";
    }

    private static String properties(String... keysAndValues) {
        StringBuilder xml = new StringBuilder("<properties>");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            xml.append("<property name='" + keysAndValues[i] + "' value='" + keysAndValues[i + 1] + "'/>");
        }
        return xml.append("</properties>").toString();
    }
}
