/** What removes old rows: of the history, of the audit and of the inbox. */
package org.eeoutbox.jpa.retention;
