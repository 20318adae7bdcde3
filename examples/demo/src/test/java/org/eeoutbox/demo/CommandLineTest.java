package org.eeoutbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** bin/demo refuses before it builds, so it knows the options too. */
class CommandLineTest {

    private static final String SCRIPT = Path.of("../../bin/demo").toString();

    @Test
    void theScriptExplainsEveryOption() throws IOException, InterruptedException {
        Answer help = run("--help");

        assertThat(help.exitCode).isZero();
        assertThat(Demo.commandLine().getCommandSpec().options())
                .filteredOn(option -> !option.hidden())
                .allSatisfy(option -> assertThat(help.output).contains(option.longestName()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--nonsense",
                "orders",
                "--port",
                "--port x",
                "--port 0",
                "--port=70000",
                "--db oracle",
                "--orders 0",
                "--orders -5",
                "--orders 1e3",
                "--rate 10",
                "--orders 10 --rate -1",
                "--kill"
            })
    void refusesAtOnceAndSaysHowToGoOn(String arguments) throws IOException, InterruptedException {
        Answer answer = run(arguments.split(" "));

        assertThat(answer.exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(answer.output).startsWith("demo: ").endsWith("Try 'bin/demo --help'.\n");
        List<String> all = new ArrayList<>(List.of("--war", "x", "--billing-war", "x", "--directory", "y"));
        all.addAll(List.of(arguments.split(" ")));
        assertThat(Demo.commandLine().execute(all.toArray(String[]::new))).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    @Test
    void refusesAPortInUse() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(run("--port", port).exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
            assertThat(Demo.commandLine()
                            .execute("--war", "x", "--billing-war", "x", "--directory", "y", "--port", port))
                    .isEqualTo(CommandLine.ExitCode.USAGE);
        }
    }

    private static Answer run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", SCRIPT));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        return new Answer(process.waitFor(), output);
    }

    private record Answer(int exitCode, String output) {}
}
