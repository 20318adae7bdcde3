package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.Arrays;
import java.util.stream.Stream;
import org.eeoutbox.OutboxConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever adds a database has to show all that the others show. */
class DialectsTest {

    static Stream<String> databases() {
        return Arrays.stream(Dialect.class.getPermittedSubclasses())
                .map(type -> type.getSimpleName().replace("Dialect", ""));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void everyDatabasePassesEveryContract(String database) throws ClassNotFoundException {
        requireContract("store.JdbcOutboxStoreContract", "store." + database + "OutboxStore");
        requireContract("store.JdbcOutboxStoreContract", "store." + database + "NamedTables");
        requireContract("store.JdbcOutboxStoreContract", "store." + database + "OwnSchema");
        requireContract("operations.OperationsContract", "operations." + database + "Operations");
        requireContract("retention.RetentionContract", "retention." + database + "Retention");
    }

    /** Surefire runs a Test, Failsafe an IT. */
    private static void requireContract(String contract, String test) throws ClassNotFoundException {
        Class<?> found;
        try {
            found = load(test + "IT");
        } catch (ClassNotFoundException e) {
            found = load(test + "Test");
        }
        assertThat(load(contract)).isAssignableFrom(found);
        assertThat(Modifier.isAbstract(found.getModifiers())).isFalse();
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName("org.eeoutbox.jpa." + name);
    }

    @ParameterizedTest
    @CsvSource({"PostgreSQL, 15, 0", "MariaDB, 10, 11", "MariaDB, 11, 4", "H2, 2, 2"})
    void supportedVersionsAreAccepted(String product, int major, int minor) throws Exception {
        assertThat(Dialect.of(connection(product, major, minor)).name()).isEqualToIgnoringCase(product);
    }

    @ParameterizedTest
    @CsvSource({"PostgreSQL, 14, 9", "MariaDB, 10, 10", "MariaDB, 5, 5", "H2, 2, 1"})
    void olderVersionsAreRefusedByNamingTheFirstThatWillDo(String product, int major, int minor) {
        assertThatThrownBy(() -> Dialect.of(connection(product, major, minor)))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("The outbox needs " + product)
                .hasMessageContaining(major + "." + minor);
    }

    @Test
    void otherDatabasesAreRefused() {
        assertThatThrownBy(() -> Dialect.of(connection("MySQL", 8, 4)))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("MySQL")
                .hasMessageContaining("MariaDB's own driver");
        assertThatThrownBy(() -> Dialect.of(connection("Apache Derby", 10, 17)))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("does not support Apache Derby");
    }

    private static Connection connection(String product, int major, int minor) {
        DatabaseMetaData data = proxy(DatabaseMetaData.class, method -> switch (method) {
            case "getDatabaseProductName" -> product;
            case "getDatabaseProductVersion" -> major + "." + minor;
            case "getDatabaseMajorVersion" -> major;
            case "getDatabaseMinorVersion" -> minor;
            default -> throw new UnsupportedOperationException(method);
        });
        return proxy(Connection.class, method -> data);
    }

    private interface Answers {
        Object to(String method);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                DialectsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.to(method.getName())));
    }
}
