package org.eeoutbox.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.eeoutbox.jpa.operations.OperationsDatabase;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.operations.OutboxOperations;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the outbox is, and who works on it. A password is no option: others could read it in the list of processes. */
final class DatabaseOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "JDBC-URL",
            description = "The database, such as jdbc:postgresql://host/db (or OUTBOX_URL).")
    private String url;

    @Option(names = "--user", paramLabel = "NAME", description = "The database's user (or OUTBOX_USER).")
    private String user;

    @Option(
            names = "--password",
            interactive = true,
            arity = "0",
            prompt = "Password: ",
            description = "Ask for the password (or OUTBOX_PASSWORD).")
    private char[] password;

    @Option(names = "--password-file", paramLabel = "FILE", description = "A file whose first line is the password.")
    private Path passwordFile;

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            description = "Where the tables are (default: the connection's schema).")
    private String schema;

    @Option(
            names = "--prefix",
            paramLabel = "PREFIX",
            defaultValue = "outbox_",
            description = "What the tables' names begin with (default: ${DEFAULT-VALUE}).")
    private String prefix;

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "Who works, for the audit (default: the user of the system).")
    private String actor;

    OutboxOperations operations(Map<String, String> environment) {
        String address = url == null ? environment.get("OUTBOX_URL") : url;
        if (address == null) {
            throw bad("no database is named; give --url or OUTBOX_URL");
        }
        Properties login = new Properties();
        put(login, "user", user == null ? environment.get("OUTBOX_USER") : user);
        put(login, "password", password(environment));
        if (address.startsWith("jdbc:h2:")) {
            // Else H2 makes an empty database of a name that is misspelt.
            login.setProperty("IFEXISTS", "TRUE");
        }
        DriverDataSource source = DriverDataSource.of(address, login);
        if (source == null) {
            throw bad("no driver understands the address of the database;"
                    + " it must begin with jdbc:postgresql:, jdbc:mariadb: or jdbc:h2:");
        }
        return new OperationsDatabase(source, new Schema(source, false, new TableNames(schema, prefix))).as(actor());
    }

    private String actor() {
        String name = actor == null ? System.getProperty("user.name") : actor;
        if (name == null || name.isBlank()) {
            throw bad("nobody is named for the audit; give --as");
        }
        return name;
    }

    private String password(Map<String, String> environment) {
        if (password != null) {
            return new String(password);
        }
        if (passwordFile == null) {
            return environment.get("OUTBOX_PASSWORD");
        }
        if (!Files.isReadable(passwordFile)) {
            throw bad("there is no file " + passwordFile + " that can be read");
        }
        try {
            return Files.readString(passwordFile, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            throw bad("the password cannot be read from " + passwordFile + " ("
                    + e.getClass().getSimpleName() + ")");
        }
    }

    private static void put(Properties login, String key, String value) {
        if (value != null) {
            login.setProperty(key, value);
        }
    }

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
