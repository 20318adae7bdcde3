/**
 * Real databases, brokers and application servers as processes of their own, for tests, demos and fault runs.
 *
 * <p>Every process is tied to the JVM that started it: it ends when that JVM ends, even by SIGKILL. The lab belongs
 * on the class path of a client JVM only, never inside a server.
 */
package org.eeoutbox.lab;
