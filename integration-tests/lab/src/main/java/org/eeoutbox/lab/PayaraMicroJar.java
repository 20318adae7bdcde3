package org.eeoutbox.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** The jar of Payara Micro, as Maven put it on the class path. */
public final class PayaraMicroJar {

    private static final String MAIN_CLASS = "fish.payara.micro.PayaraMicro";

    private PayaraMicroJar() {}

    /**
     * Where the jar is.
     *
     * @return its path
     * @throws IllegalStateException if it is not on the class path
     */
    public static Path path() {
        return Classpath.jar(MAIN_CLASS);
    }

    static String mainClass() {
        return MAIN_CLASS;
    }

    /** What {@code java -jar} would take from the manifest by itself. */
    static List<String> moduleArguments() {
        try (JarFile jar = new JarFile(path().toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            List<String> arguments = new ArrayList<>();
            for (String option : List.of("Add-Exports", "Add-Opens")) {
                Pattern.compile(" ")
                        .splitAsStream(manifest.getValue(option))
                        .forEach(opened ->
                                arguments.add("--" + option.toLowerCase(Locale.ROOT) + "=" + opened + "=ALL-UNNAMED"));
            }
            return arguments;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + path(), e);
        }
    }
}
