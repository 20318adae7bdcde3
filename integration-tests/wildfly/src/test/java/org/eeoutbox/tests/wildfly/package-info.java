/**
 * WildFly as a server for the tests of {@code integration-tests/suite}, and what only WildFly does.
 *
 * <ul>
 *   <li><b>Server:</b> the distribution, unpacked to {@code target/wildfly-*} and configured once by
 *       {@code outbox.cli}.
 *   <li><b>Logs:</b> the server's is {@code target/server.log}.
 * </ul>
 */
package org.eeoutbox.tests.wildfly;
