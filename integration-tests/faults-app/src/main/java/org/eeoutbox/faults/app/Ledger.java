package org.eeoutbox.faults.app;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The business transactions. */
@ApplicationScoped
public class Ledger {

    @PersistenceContext
    EntityManager em;

    @Inject
    Event<Object> events;

    @Resource
    TransactionSynchronizationRegistry registry;

    /** Writes all entries and fires their events, or neither. */
    @Transactional
    public void post(Posting posting) {
        Map<String, Account> accounts = lock(posting);
        for (Posting.Line line : posting.lines) {
            em.persist(
                    new Entry(line.key, line.account, accounts.get(line.account).next()));
            events.fire(event(line));
        }
        switch (posting.ending) {
            case "commit" -> {}
            case "mark" -> registry.setRollbackOnly();
            case "throw" -> throw new RolledBackException();
            default -> throw new IllegalArgumentException(posting.ending);
        }
    }

    /** In one order everywhere, against deadlocks. */
    private Map<String, Account> lock(Posting posting) {
        Map<String, Account> accounts = new HashMap<>();
        for (String id :
                posting.lines.stream().map(line -> line.account).collect(Collectors.toCollection(TreeSet::new))) {
            accounts.put(id, em.find(Account.class, id, LockModeType.PESSIMISTIC_WRITE));
        }
        return accounts;
    }

    private static Object event(Posting.Line line) {
        String text = line.text.repeat(line.times);
        return switch (line.kind) {
            case "posted" -> new Posted(line.account, line.key, text);
            case "seen" -> new Seen(line.account, line.key, text);
            case "noted" -> new Noted(line.account, line.key, text);
            default -> throw new IllegalArgumentException(line.kind);
        };
    }
}
