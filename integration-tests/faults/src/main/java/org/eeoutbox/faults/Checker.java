package org.eeoutbox.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.eeoutbox.faults.Decision.Action;
import org.eeoutbox.faults.Verdict.Finding;
import org.eeoutbox.faults.Verdict.Kind;
import org.eeoutbox.faults.Write.Answer;
import org.eeoutbox.faults.Write.Event;

/**
 * Compares what was committed with what arrived. What was committed is known from the business rows alone, and in which
 * order from their numbers, never from the outbox itself. Used once, by one thread.
 */
final class Checker {

    private final History history;
    private final Map<String, Event> committed = new LinkedHashMap<>();
    private final Map<String, Set<String>> repairs = new HashMap<>();
    private final Set<String> discarded = new HashSet<>();
    private final Set<String> leftOut = new HashSet<>();
    private final Map<String, Delivery> firsts = new LinkedHashMap<>();
    private final Map<Stream, Long> newest = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private int duplicates;
    private int stale;

    private Checker(History history) {
        this.history = history;
    }

    static Verdict check(History history) {
        return new Checker(history).check();
    }

    private Verdict check() {
        history.writes().forEach(this::resolve);
        history.decisions().forEach(this::note);
        history.deliveries().forEach(this::arrived);
        committed.values().forEach(this::mustHaveArrived);
        history.givenUp().forEach(this::mayBeGivenUp);
        firstsByStream().forEach(this::mustBeInOrder);
        return new Verdict(committed.size(), duplicates, stale, findings);
    }

    /** The business rows decide what became of a transaction; an answer that says otherwise was wrong. */
    private void resolve(Write write) {
        for (Event event : write.events()) {
            boolean stored = history.stored().containsKey(event.key());
            if (stored) {
                committed.put(event.key(), event);
                if (event.refused()
                        && history.skipping().contains(event.stream().channel())) {
                    leftOut.add(event.key());
                }
            }
            if (stored && write.answer() == Answer.ROLLED_BACK) {
                found(Kind.PHANTOM, event, "its transaction was rolled back, and its business row is there");
            }
            if (!stored && write.answer() == Answer.COMMITTED) {
                found(Kind.LOST, event, "its transaction was committed, and its business row is gone");
            }
        }
    }

    private void note(Decision decision) {
        switch (decision.action()) {
            case REPAIR ->
                repairs.computeIfAbsent(decision.key(), key -> new HashSet<>()).add(decision.digest());
            case DISCARD -> {
                discarded.add(decision.key());
                leftOut.add(decision.key());
            }
            case SKIP -> leftOut.add(decision.key());
        }
    }

    private void arrived(Delivery delivery) {
        Event event = committed.get(delivery.key());
        if (event == null) {
            found(Kind.PHANTOM, delivery, "no committed transaction has fired it");
        } else if (!event.stream().equals(delivery.stream())) {
            found(Kind.PHANTOM, delivery, "it was fired for " + event.stream());
        } else if (!isContent(event, delivery.digest())) {
            found(Kind.PHANTOM, delivery, "its payload is not the one that was fired");
        } else if (event.ordered() != delivery.sequence().isPresent()) {
            found(Kind.PHANTOM, delivery, "it has " + (event.ordered() ? "no" : "a") + " sequence");
        } else {
            arrived(delivery, event);
        }
    }

    private void arrived(Delivery delivery, Event event) {
        Delivery first = firsts.putIfAbsent(event.key(), delivery);
        long number = history.stored().get(event.key());
        if (first == null) {
            if (event.ordered()) {
                newest.merge(event.stream(), number, Math::max);
            }
        } else if (!first.id().equals(delivery.id()) || !first.sequence().equals(delivery.sequence())) {
            found(Kind.PHANTOM, delivery, "it arrived before with the id " + first.id() + " at " + first.place());
        } else {
            duplicates++;
            if (event.ordered() && number < newest.get(event.stream())) {
                stale++;
            }
        }
    }

    private boolean isContent(Event event, String digest) {
        return event.digest().equals(digest)
                || repairs.getOrDefault(event.key(), Set.of()).contains(digest);
    }

    private void mustHaveArrived(Event event) {
        boolean arrived = firsts.containsKey(event.key());
        if (arrived && discarded.contains(event.key())) {
            found(Kind.PHANTOM, event, "an operator has discarded it, and it arrived");
        }
        if (!arrived && !discarded.contains(event.key())) {
            found(Kind.LOST, event, "it was committed and did not arrive");
        }
        String table = history.leftOver().get(event.key());
        if (table != null && arrived) {
            found(Kind.LOST, event, "it arrived, and the outbox still keeps it in " + table);
        }
    }

    private void mayBeGivenUp(String key, String reason) {
        Event event = committed.get(key);
        if (event == null) {
            findings.add(new Finding(Kind.PHANTOM, key + " in quarantine: no committed transaction has fired it"));
        } else if (!event.refused() && !wasSkipped(key)) {
            found(Kind.QUARANTINED_BY_OUTAGE, event, "nothing is wrong with it, and it was given up: " + reason);
        }
    }

    private boolean wasSkipped(String key) {
        return history.decisions().stream()
                .anyMatch(decision ->
                        decision.action() == Action.SKIP && decision.key().equals(key));
    }

    private Map<Stream, List<Delivery>> firstsByStream() {
        Map<Stream, List<Delivery>> streams = new LinkedHashMap<>();
        firsts.forEach((key, delivery) -> {
            if (committed.get(key).ordered() && !leftOut.contains(key)) {
                streams.computeIfAbsent(delivery.stream(), stream -> new ArrayList<>())
                        .add(delivery);
            }
        });
        return streams;
    }

    /** Whoever arrives before one with a smaller number is too early; sequences have to rise as numbers do. */
    private void mustBeInOrder(Stream stream, List<Delivery> deliveries) {
        long smallest = Long.MAX_VALUE;
        long sequence = Long.MAX_VALUE;
        Collections.reverse(deliveries);
        for (Delivery delivery : deliveries) {
            long number = history.stored().get(delivery.key());
            OptionalLong own = delivery.sequence();
            if (number > smallest) {
                found(Kind.MISORDERED, delivery, "its number is " + number + ", and " + smallest + " came after it");
            } else if (own.getAsLong() >= sequence) {
                found(Kind.MISORDERED, delivery, "its sequence is not below " + sequence + ", which came after it");
            }
            smallest = Math.min(smallest, number);
            sequence = Math.min(sequence, own.getAsLong());
        }
    }

    private void found(Kind kind, Event event, String what) {
        findings.add(new Finding(kind, event.key() + " of " + event.stream() + ": " + what));
    }

    private void found(Kind kind, Delivery delivery, String what) {
        findings.add(new Finding(
                kind,
                delivery.key() + " of " + delivery.stream() + " with id " + delivery.id() + " at " + delivery.place()
                        + ": " + what));
    }
}
