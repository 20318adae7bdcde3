package org.eeoutbox.tests;

import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.eeoutbox.lab.Classpath;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * Assembles the WAR of a test class: classes of the test, AssertJ and Awaitility, and on demand the project's modules
 * with all that they bring. Used in the client JVM, by the static {@code @Deployment} method. Not thread-safe.
 */
public final class TestWar {

    private static final String LIBRARIES = "outbox.tests.war-libraries";

    private static final String RESOURCES = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
            %s%s%s</web-app>
            """;

    private static final String RESOURCE = """
              <resource-ref>
                <res-ref-name>jdbc/%s</res-ref-name>
                <res-type>javax.sql.DataSource</res-type>
                <res-auth>Container</res-auth>
                <lookup-name>%s</lookup-name>
              </resource-ref>
            """;

    private final WebArchive archive;
    private final Map<String, String> config = new LinkedHashMap<>();

    /** Starts with the libraries and the references to data sources that every test uses. */
    public TestWar() {
        this("test.war");
    }

    /**
     * Starts with the same, for a test with several archives.
     *
     * @param name the name of the file
     */
    public TestWar(String name) {
        archive = ShrinkWrap.create(WebArchive.class, name);
        Server server = Server.current();
        archive.setWebXML(new StringAsset(RESOURCES.formatted(
                RESOURCE.formatted("outbox-test", server.dataSource()),
                RESOURCE.formatted("outbox-single", server.singleConnection()),
                RESOURCE.formatted("outbox-mariadb", server.mariaDb()))));
        for (String type :
                new String[] {"org.assertj.core.api.Assertions", "org.awaitility.Awaitility", "org.hamcrest.Matcher"}) {
            archive.addAsLibrary(Classpath.jar(type).toFile());
        }
    }

    /**
     * Adds all classes of the given classes' packages, sub-packages not included.
     *
     * @param members one class of each package
     * @return this
     */
    public TestWar packagesOf(Class<?>... members) {
        for (Class<?> member : members) {
            archive.addPackage(member.getPackage());
        }
        return this;
    }

    /**
     * Adds classes.
     *
     * @param classes the classes, their member classes included
     * @return this
     */
    public TestWar classes(Class<?>... classes) {
        archive.addClasses(classes);
        return this;
    }

    /**
     * Adds a jar in WEB-INF/lib.
     *
     * @param library a jar made by ShrinkWrap
     * @return this
     */
    public TestWar library(org.jboss.shrinkwrap.api.spec.JavaArchive library) {
        archive.addAsLibrary(library);
        return this;
    }

    /**
     * Adds the project's modules and what they bring, as Maven would put them into a WAR that depends on them.
     *
     * @return this
     */
    public TestWar outbox() {
        return libraries(".*");
    }

    /**
     * Adds Reactive Messaging alone, for an application without an outbox.
     *
     * @return this
     */
    public TestWar messaging() {
        return libraries("(?!outbox-(api|jpa|ejb-relay)-).*");
    }

    /**
     * Adds capture alone, for an application that publishes nothing.
     *
     * @return this
     */
    public TestWar capture() {
        return libraries("(outbox-(api|jpa)|uuid-creator)-.*");
    }

    /**
     * Adds some of the project's modules and what they bring.
     *
     * @param names a regular expression for the names of the jars
     * @return this
     */
    public TestWar libraries(String names) {
        archive.addAsLibraries(jars(names));
        return this;
    }

    /**
     * Some of the project's modules and what they bring.
     *
     * @param names a regular expression for the names of the jars
     * @return the jars, at least one
     */
    public static File[] jars(String names) {
        File[] jars = new File(System.getProperty(LIBRARIES))
                .listFiles((directory, name) -> name.endsWith(".jar") && name.matches(names));
        if (jars == null || jars.length == 0) {
            throw new IllegalStateException(
                    "No jars in " + System.getProperty(LIBRARIES) + "; run this module's pre-integration-test phase");
        }
        return jars;
    }

    /**
     * Adds one persistence unit that the outbox is a part of.
     *
     * @param dataSource the JNDI name of its data source
     * @return this
     */
    public TestWar unit(String dataSource) {
        return persistence("""
                <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
                  <persistence-unit name="test">
                    <jta-data-source>%s</jta-data-source>
                    <mapping-file>META-INF/outbox-orm.xml</mapping-file>
                  </persistence-unit>
                </persistence>
                """.formatted(dataSource));
    }

    /**
     * Adds a descriptor with persistence units.
     *
     * @param persistenceXml the content of META-INF/persistence.xml
     * @return this
     */
    public TestWar persistence(String persistenceXml) {
        archive.addAsResource(new StringAsset(persistenceXml), "META-INF/persistence.xml");
        return this;
    }

    /**
     * Adds any text file to the class path.
     *
     * @param path its path below WEB-INF/classes
     * @param content its content
     * @return this
     */
    public TestWar resource(String path, String content) {
        archive.addAsResource(new StringAsset(content), path);
        return this;
    }

    /**
     * Sets a key of META-INF/microprofile-config.properties. Kafka's address needs none.
     *
     * @param key the key
     * @param value its value, without line breaks
     * @return this
     */
    public TestWar config(String key, String value) {
        config.put(key, value);
        return this;
    }

    /**
     * Builds the archive.
     *
     * @return the archive to deploy
     */
    public WebArchive build() {
        if (!config.isEmpty()) {
            String lines = config.entrySet().stream()
                    .map(line -> line.getKey() + "=" + line.getValue() + "\n")
                    .collect(Collectors.joining());
            resource("META-INF/microprofile-config.properties", lines);
        }
        return archive;
    }
}
