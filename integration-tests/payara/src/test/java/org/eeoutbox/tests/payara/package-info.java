/**
 * Payara Micro as a server for the tests of {@code integration-tests/suite}, and what only Payara does.
 *
 * <ul>
 *   <li><b>Logs:</b> the server's is {@code target/payara.log.0}.
 *   <li><b>Boot:</b> once per test class, 12 to 25 seconds.
 *   <li><b>Refusals:</b> {@link org.eeoutbox.tests.payara.Deployments} gives several faulty applications to one server
 *       and reads why it refused them; Arquillian's adapter only sees that an application is not there.
 * </ul>
 */
package org.eeoutbox.tests.payara;
