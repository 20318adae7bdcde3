package org.eeoutbox.jpa.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxException;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxPayloadException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.spi.Rejections.Reason;
import org.junit.jupiter.api.Test;

class RefusedEventsTest {

    @Test
    void areCountedByReason() {
        RefusedEvents refused = new RefusedEvents();
        OutboxException first = new OutboxTransactionRequiredException("no transaction");
        assertThat(refused.add(first)).isSameAs(first);
        refused.add(new OutboxTransactionRequiredException("no transaction"));
        refused.add(new OutboxPayloadException("too large"));
        refused.add(new OutboxMessageException("no id"));
        refused.add(new OutboxConfigurationException("too early"));
        assertThat(refused.count(Reason.TRANSACTION)).isEqualTo(2);
        assertThat(refused.count(Reason.PAYLOAD)).isEqualTo(1);
        assertThat(refused.count(Reason.MESSAGE)).isEqualTo(1);
        assertThat(refused.count(Reason.CONFIGURATION)).isEqualTo(1);
    }

    @Test
    void aListenerIsToldOfEachOnce() {
        RefusedEvents refused = new RefusedEvents();
        refused.add(new OutboxPayloadException("before"));
        List<Reason> told = new ArrayList<>();
        refused.listen(told::add);
        refused.add(new OutboxMessageException("after"));
        assertThat(told).containsExactly(Reason.PAYLOAD, Reason.MESSAGE);
    }
}
