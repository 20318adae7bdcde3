/** The application that the capture benchmark measures; runs in the server. */
package org.eeoutbox.bench.app;
