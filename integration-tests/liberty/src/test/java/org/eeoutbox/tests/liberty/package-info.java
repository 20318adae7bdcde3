/**
 * Open Liberty as a server for the tests of {@code integration-tests/suite}, and what only Liberty does.
 *
 * <ul>
 *   <li><b>Server:</b> the runtime, unpacked to {@code target/wlp} once; its user directory {@code target/usr} is
 *       written before each run.
 *   <li><b>Logs:</b> {@code target/usr/servers/outbox/logs}.
 * </ul>
 */
package org.eeoutbox.tests.liberty;
