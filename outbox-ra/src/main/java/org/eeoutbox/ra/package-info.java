/**
 * The relay by change data capture: a Jakarta Connectors 2.1 resource adapter that will follow PostgreSQL's
 * transaction log and hand committed events to the same engine that polling feeds. Documentation only for now.
 *
 * <p>What holds already: the table stays the truth, so an application that uses the adapter keeps its events, its
 * order and its operations; only the way in which the relay learns of new rows changes.
 */
package org.eeoutbox.ra;
