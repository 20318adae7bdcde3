/** What operators do with events, by plain JDBC: the bean for applications, and the same without a server. */
package org.eeoutbox.jpa.operations;
