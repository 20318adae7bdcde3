package org.eeoutbox.tests.payara.watch;

import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Application;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.eeoutbox.Outbox;
import org.eeoutbox.OutboxException;
import org.eeoutbox.OutboxMessage;

/** Lets one thing happen to one event. */
@Path("{channel}/{type}")
public class WatchedResource {

    /** More than the producer takes. */
    private static final int TOO_LARGE_FOR_THE_BROKER = 2_000_000;

    private static final int TOO_LARGE_FOR_THE_OUTBOX = 5_000_000;

    @ApplicationPath("api")
    public static class Api extends Application {}

    @Inject
    Outbox outbox;

    @Inject
    UserTransaction transaction;

    @POST
    @Path("commit/{id}")
    public String commit(
            @PathParam("channel") String channel, @PathParam("type") String type, @PathParam("id") String id)
            throws Exception {
        return inTransaction(message(channel, type, id).payload(bytes(10)).build(), true);
    }

    @POST
    @Path("roll-back/{id}")
    public String rollBack(
            @PathParam("channel") String channel, @PathParam("type") String type, @PathParam("id") String id)
            throws Exception {
        return inTransaction(message(channel, type, id).payload(bytes(10)).build(), false);
    }

    @POST
    @Path("commit-later/{id}")
    public String commitLater(
            @PathParam("channel") String channel, @PathParam("type") String type, @PathParam("id") String id)
            throws Exception {
        return inTransaction(
                message(channel, type, id)
                        .unordered()
                        .availableAt(Instant.now().plusSeconds(2))
                        .build(),
                true);
    }

    @POST
    @Path("commit-large/{id}")
    public String commitLarge(
            @PathParam("channel") String channel, @PathParam("type") String type, @PathParam("id") String id)
            throws Exception {
        return inTransaction(
                message(channel, type, id)
                        .payload(bytes(TOO_LARGE_FOR_THE_BROKER))
                        .build(),
                true);
    }

    @POST
    @Path("refused-for-its-size/{id}")
    public String commitTooLarge(
            @PathParam("channel") String channel, @PathParam("type") String type, @PathParam("id") String id)
            throws Exception {
        return inTransaction(
                message(channel, type, id)
                        .payload(bytes(TOO_LARGE_FOR_THE_OUTBOX))
                        .build(),
                true);
    }

    @POST
    @Path("without-transaction/{id}")
    public String withoutTransaction(
            @PathParam("channel") String channel, @PathParam("type") String type, @PathParam("id") String id) {
        try {
            outbox.append(message(channel, type, id).build());
            return "appended";
        } catch (OutboxException e) {
            return e.getClass().getSimpleName();
        }
    }

    private String inTransaction(OutboxMessage message, boolean commit) throws Exception {
        transaction.begin();
        try {
            String id = outbox.append(message).toString();
            if (commit) {
                transaction.commit();
            }
            return id;
        } catch (OutboxException e) {
            return e.getClass().getSimpleName();
        } finally {
            if (transaction.getStatus() == jakarta.transaction.Status.STATUS_ACTIVE) {
                transaction.rollback();
            }
        }
    }

    private static OutboxMessage.Builder message(String channel, String type, String id) {
        return OutboxMessage.about("order", id).type(type).channel(channel);
    }

    private static byte[] bytes(int size) {
        return "x".repeat(size).getBytes(StandardCharsets.UTF_8);
    }
}
