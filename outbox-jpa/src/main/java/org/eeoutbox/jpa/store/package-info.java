/** The tables by JDBC: the relay's store, the dialect of each database, and the check of the schema. */
package org.eeoutbox.jpa.store;
