/**
 * Tests that run inside a real Payara Micro, with a real PostgreSQL and a real Kafka.
 *
 * <p>A test class carries {@code @ArquillianTest} and builds its WAR in a static {@code @Deployment} method with
 * {@link org.eeoutbox.tests.payara.TestWar}; the server boots once per class (12 to 25 seconds), so prefer methods to
 * classes. Test methods run in the server and have its injection; those with {@code @RunAsClient} run in the client
 * JVM, where {@code org.eeoutbox.lab} is at hand.
 *
 * <ul>
 *   <li><b>Libraries:</b> {@code TestWar.outbox()} adds what has compile scope in this module's POM, as Maven would
 *       for a user; the build copies it to {@code target/war-libraries} before the tests.
 *   <li><b>Database:</b> the data sources {@code jdbc/outbox-test} and, with one connection only,
 *       {@code jdbc/outbox-single}. It lives as long as the test run: a class makes the tables that it needs.
 *   <li><b>Broker:</b> its address is the system property {@code kafka.bootstrap.servers}, in the server as in the
 *       client; SmallRye's connector reads that key by itself.
 *   <li><b>Logs:</b> the server's is {@code target/payara.log.0}.
 *   <li><b>Refusals:</b> {@link org.eeoutbox.tests.payara.Deployments} gives several faulty applications to one server
 *       and reads why it refused them; Arquillian's adapter only sees that an application is not there.
 * </ul>
 */
package org.eeoutbox.tests.payara;
