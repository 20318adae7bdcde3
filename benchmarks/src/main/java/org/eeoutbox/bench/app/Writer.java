package org.eeoutbox.bench.app;

import com.github.f4b6a3.uuid.UuidCreator;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.ThreadLocalRandom;
import org.eeoutbox.Idempotent;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.bench.app.Facts.Ordered;
import org.eeoutbox.bench.app.Facts.Unordered;

/** One transaction of each kind. All serialise an equal payload of about 1 KB by JSON-B and draw an id of version 7. */
@ApplicationScoped
public class Writer {

    private static final int AGGREGATES = 10_000;
    private static final int SHARDS = 8;
    private static final BigDecimal TOTAL = new BigDecimal("12.50");
    private static final String NOTE = "n".repeat(950);

    private final Jsonb jsonb = JsonbBuilder.create();

    @PersistenceContext
    EntityManager em;

    @Inject
    Event<Ordered> ordered;

    @Inject
    Event<Unordered> unordered;

    /** What a team writes that has no outbox. */
    @Transactional
    public void persist(int rows) {
        for (int i = 0; i < rows; i++) {
            String id = aggregate();
            byte[] payload = jsonb.toJson(new Unordered(id, TOTAL, NOTE)).getBytes(StandardCharsets.UTF_8);
            em.persist(new PlainRow(
                    UuidCreator.getTimeOrderedEpoch(),
                    Math.floorMod(id.hashCode(), SHARDS),
                    id,
                    payload,
                    OffsetDateTime.now(ZoneOffset.UTC)));
        }
    }

    /** Unordered events. */
    @Transactional
    public void unordered(int events) {
        for (int i = 0; i < events; i++) {
            unordered.fire(new Unordered(aggregate(), TOTAL, NOTE));
        }
    }

    /** Ordered events of one aggregate, which another transaction also writes now and then. */
    @Transactional
    public void ordered(int events) {
        String id = aggregate();
        for (int i = 0; i < events; i++) {
            ordered.fire(new Ordered(id, TOTAL, NOTE));
        }
    }

    /** Ordered events of an aggregate each; the more there are, the likelier another transaction holds one of them. */
    @Transactional
    public void aggregates(int events) {
        for (int i = 0; i < events; i++) {
            ordered.fire(new Ordered(aggregate(), TOTAL, NOTE));
        }
    }

    /** What a team writes that has no inbox: the key and the effect in one transaction. */
    @Transactional
    public void keyByHand() {
        em.createNativeQuery("INSERT INTO plain_inbox (consumer, event_id) VALUES ('bench', ?1)")
                .setParameter(1, UuidCreator.getTimeOrderedEpoch().toString())
                .executeUpdate();
        persist(1);
    }

    /** The same effect; the event tells its order or not. */
    @Idempotent("bench")
    public void consume(ReceivedEvent event) {
        persist(1);
    }

    private static String aggregate() {
        return "order-" + ThreadLocalRandom.current().nextInt(AGGREGATES);
    }
}
