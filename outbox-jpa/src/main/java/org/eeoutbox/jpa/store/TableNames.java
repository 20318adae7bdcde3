package org.eeoutbox.jpa.store;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eeoutbox.OutboxConfigurationException;

/**
 * What the tables are called. All SQL of the outbox is written with the names of the scripts, {@code outbox_event} and
 * so on; this puts the configured ones in their place. Immutable.
 *
 * <p>A schema, and a prefix other than the default one, mean exactly what they say: they are quoted, so case and
 * reserved words do not matter. The names of the default prefix stay unquoted, as in the scripts.
 *
 * @param schema where the tables are; {@code null} for the current schema of the connection
 * @param prefix what the names of all tables and indexes begin with
 */
public record TableNames(String schema, String prefix) {

    /** The key of the schema. */
    public static final String SCHEMA_KEY = "outbox.table.schema";

    /** The key of the prefix. */
    public static final String PREFIX_KEY = "outbox.table.prefix";

    private static final int LONGEST_NAME = 63;
    private static final int LONGEST_PREFIX = 40;

    /** No quotes, and nothing that a driver or a persistence provider takes for a parameter. */
    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{N}_. -]+");

    private static final Pattern NAME = Pattern.compile("(CONSTRAINT |CREATE INDEX )?\\boutbox_(\\w+)");

    /** The names of the scripts. */
    public static final TableNames DEFAULT = new TableNames(null, "outbox_");

    /**
     * Checks the names.
     *
     * @throws OutboxConfigurationException if one is too long or has characters that are not allowed
     */
    public TableNames {
        if (schema != null) {
            check(SCHEMA_KEY, schema, LONGEST_NAME);
        }
        check(PREFIX_KEY, prefix, LONGEST_PREFIX);
    }

    private static void check(String key, String value, int most) {
        if (!ALLOWED.matcher(value).matches() || value.getBytes(StandardCharsets.UTF_8).length > most) {
            throw new OutboxConfigurationException(key + " is '" + value + "'; it must have from 1 to " + most
                    + " bytes in UTF-8, all of them letters, digits, blanks, '_', '-' or '.'.");
        }
    }

    /** Whether the SQL texts are right as they are written. */
    public boolean areDefault() {
        return schema == null && !areQuoted();
    }

    /** Whether the names mean what they say; the database chooses the case of the others. */
    boolean areQuoted() {
        return !prefix.equals("outbox_");
    }

    /**
     * Puts the names into a text. What is written is {@code outbox_event}, also inside a literal.
     *
     * @param sql a text with the names of the scripts
     * @return the same text if the names are the default ones
     */
    public String in(String sql) {
        return in(sql, '"');
    }

    /** The same for a database that quotes in another way. */
    String in(String sql, char quote) {
        return replace(sql, schema, quote);
    }

    /** Puts the names into a definition in which constraints and indexes take the schema of their table. */
    String inDefinition(String sql, char quote) {
        return replace(sql, null, quote);
    }

    private String replace(String sql, String schemaOfOwned, char quote) {
        if (areDefault()) {
            return sql;
        }
        return NAME.matcher(sql).replaceAll(found -> {
            String definition = found.group(1);
            String name = definition == null
                    ? qualified(schema, found.group(2), quote)
                    : definition + qualified(schemaOfOwned, found.group(2), quote);
            return Matcher.quoteReplacement(name);
        });
    }

    private String qualified(String inSchema, String name, char quote) {
        String relation = areQuoted() ? quote + prefix + name + quote : prefix + name;
        return inSchema == null ? relation : quote + inSchema + quote + '.' + relation;
    }

    /** The name of a relation as a value, without its schema; in lower case if names are not quoted. */
    String value(String relation) {
        return prefix + relation.substring("outbox_".length());
    }
}
