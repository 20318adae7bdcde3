package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The model of the protocol keeps its promises within the small bounds, and every mutant of it breaks one. */
class ModelIT {

    @Test
    void theModelHoldsAndEveryMutantOfItDoesNot() throws Exception {
        Path said = Files.createDirectories(Path.of("target")).resolve("model.log");
        Process model = new ProcessBuilder(Path.of("..", "..", "bin", "model").toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        boolean ended = model.waitFor(20, TimeUnit.MINUTES);
        model.descendants().forEach(ProcessHandle::destroyForcibly);
        model.destroyForcibly();
        assertThat(ended).as("bin/model ended").isTrue();
        assertThat(model.exitValue()).as(Files.readString(said)).isZero();
        assertThat(Files.readString(said)).containsPattern("model: runs=22 unexpected=0");
    }
}
