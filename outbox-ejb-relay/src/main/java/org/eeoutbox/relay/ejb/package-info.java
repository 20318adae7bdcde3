/** The relay in a Jakarta EE server: started with the application, fed by commits and a timer, stopped with it. */
package org.eeoutbox.relay.ejb;
