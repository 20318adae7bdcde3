package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.eeoutbox.faults.Workload.Request;
import org.eeoutbox.faults.Write.Event;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    private static final List<String> ACCOUNTS = List.of("a", "b", "c");

    @Test
    void theSeedReproducesTheWork() {
        assertThat(requests(7)).isEqualTo(requests(7)).isNotEqualTo(requests(8));
    }

    @Test
    void somethingOfEverythingIsAskedFor() {
        List<Request> requests = requests(7);
        assertThat(requests).anyMatch(Request::commits).anyMatch(request -> !request.commits());
        List<Event> events = requests.stream()
                .flatMap(request -> request.write().events().stream())
                .toList();
        assertThat(events).extracting(Event::key).doesNotHaveDuplicates();
        assertThat(events).anyMatch(Event::refused).anyMatch(event -> !event.refused());
        assertThat(events).anyMatch(Event::ordered).anyMatch(event -> !event.ordered());
        assertThat(events).extracting(event -> event.stream().channel()).contains("ledger", "notes");
    }

    @Test
    void aPayloadTellsItsKey() {
        byte[] payload = Payloads.of("an account", "a key", "é 漢 🎉");
        assertThat(Payloads.key(new String(payload, java.nio.charset.StandardCharsets.UTF_8)))
                .isEqualTo("a key");
        assertThat(Payloads.key("something else")).isEqualTo("something else");
    }

    private static List<Request> requests(long seed) {
        Workload workload = new Workload(seed, "c-", ACCOUNTS, 50_000);
        return Stream.generate(workload::next).limit(300).toList();
    }
}
