/**
 * Tests that run inside every server, with a real PostgreSQL and a real Kafka. They know no server; each module beside
 * this one is a server, and its build runs the tests from here on it.
 *
 * <p>A test class carries {@code @ArquillianTest} and builds its WAR in a static {@code @Deployment} method with
 * {@link org.eeoutbox.tests.TestWar}; the server boots once per class at most, so prefer methods to classes. Test
 * methods run in the server and have its injection; those with {@code @RunAsClient} run in the client JVM, where
 * {@code org.eeoutbox.lab} is at hand.
 *
 * <ul>
 *   <li><b>Injection:</b> of CDI beans, a UserTransaction among them, and of {@code @Resource} with a lookup. Open
 *       Liberty gives test classes nothing else; an EntityManager is a bean's.
 *   <li><b>Libraries:</b> {@code TestWar.outbox()} adds what has compile scope in the server module's POM, as Maven
 *       would for a user; the build copies it to {@code target/war-libraries} before the tests.
 *   <li><b>Database:</b> two data sources, {@code java:comp/env/jdbc/outbox-test} and, with one connection only,
 *       {@code java:comp/env/jdbc/outbox-single}; their names outside the application are those of
 *       {@link org.eeoutbox.tests.Server}. The database lives as long as the test run: a class makes the tables that it
 *       needs.
 *   <li><b>Broker:</b> its address is the system property {@code kafka.bootstrap.servers}, in the server as in the
 *       client; SmallRye's connector reads that key by itself.
 * </ul>
 */
package org.eeoutbox.tests;
