package org.eeoutbox.lab;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A JDBC resource of an application server.
 *
 * @param jndiName the name under which applications find it, such as {@code jdbc/orders}
 * @param dataSourceClass the driver's {@link javax.sql.DataSource}, or its {@link javax.sql.XADataSource}
 * @param properties bean properties of that class; none may be empty, which Payara's commands cannot say
 * @param poolSize the largest number of connections
 * @param validated whether the pool looks whether a connection still works before it hands it out; PostgreSQL alone
 */
public record JdbcResource(
        String jndiName, String dataSourceClass, Map<String, String> properties, int poolSize, boolean validated) {

    private static final int DEFAULT_POOL_SIZE = 32;

    private static final String VALIDATION = " --isconnectvalidatereq=true --validationmethod=custom-validation"
            + " --validationclassname=org.glassfish.api.jdbc.validation.PostgresConnectionValidation --maxwait=10000";

    /**
     * Copies the properties.
     *
     * @throws IllegalArgumentException if a property is empty
     */
    public JdbcResource {
        properties = Map.copyOf(properties);
        if (properties.containsValue("")) {
            throw new IllegalArgumentException("A property of " + jndiName + " is empty; Payara cannot be told that");
        }
    }

    /**
     * A resource whose pool hands out connections without a look at them.
     *
     * @param jndiName the name under which applications find it
     * @param dataSourceClass the driver's data source
     * @param properties bean properties of that class, none empty
     * @param poolSize the largest number of connections
     */
    public JdbcResource(String jndiName, String dataSourceClass, Map<String, String> properties, int poolSize) {
        this(jndiName, dataSourceClass, properties, poolSize, false);
    }

    /**
     * A resource for a PostgreSQL server.
     *
     * @param jndiName the JNDI name
     * @param server the running server
     * @return the resource, with at most 32 connections
     */
    public static JdbcResource of(String jndiName, Postgres server) {
        return of(jndiName, "org.postgresql.ds.PGSimpleDataSource", server.jdbcUrl(), server.user(), server.password());
    }

    /**
     * A resource for an H2 database; Payara ships the driver.
     *
     * @param jndiName the JNDI name
     * @param url the database's URL
     * @param user the database's user
     * @param password the user's password, not empty
     * @return the resource, with at most 32 connections
     */
    public static JdbcResource h2(String jndiName, String url, String user, String password) {
        return of(jndiName, "org.h2.jdbcx.JdbcDataSource", url, user, password);
    }

    private static JdbcResource of(String jndiName, String dataSource, String url, String user, String password) {
        return new JdbcResource(
                jndiName, dataSource, Map.of("URL", url, "user", user, "password", password), DEFAULT_POOL_SIZE);
    }

    /**
     * The same with another property of the data source.
     *
     * @param property its name
     * @param value its value
     * @return a resource
     */
    public JdbcResource with(String property, String value) {
        Map<String, String> more = new TreeMap<>(properties);
        more.put(property, value);
        return new JdbcResource(jndiName, dataSourceClass, more, poolSize, validated);
    }

    /**
     * The same with a pool that survives the end of its connections and waits 10 seconds for a free one.
     *
     * @return a resource
     */
    public JdbcResource validating() {
        return new JdbcResource(jndiName, dataSourceClass, properties, poolSize, true);
    }

    /** The two commands of Payara's asadmin that make the resource. */
    String commands() {
        String pool = jndiName.replace('/', '_') + "_pool";
        String list = new TreeMap<>(properties)
                .entrySet().stream()
                        .map(property -> property.getKey() + "=" + escape(property.getValue()))
                        .collect(Collectors.joining(":"));
        String type = dataSourceClass.endsWith("XADataSource") ? "javax.sql.XADataSource" : "javax.sql.DataSource";
        return "create-jdbc-connection-pool --restype=" + type + " --datasourceclassname=" + dataSourceClass
                + " --maxpoolsize=" + poolSize + (validated ? VALIDATION : "") + " --property=" + list + " " + pool
                + "\n"
                + "create-jdbc-resource --connectionpoolid=" + pool + " " + jndiName + "\n";
    }

    /** In a property list of asadmin a bare colon or equals sign separates. */
    private static String escape(String value) {
        return value.replace(":", "\\:").replace("=", "\\=");
    }
}
