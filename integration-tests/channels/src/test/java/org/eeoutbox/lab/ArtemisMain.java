package org.eeoutbox.lab;

import java.util.Arrays;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

/** An Artemis broker with one durable queue per name. Runs in the child JVM. */
public final class ArtemisMain {

    /** So few that a client which loses count of them soon stands still. */
    private static final int CREDITS = 20;

    private ArtemisMain() {}

    /**
     * Runs a broker until the JVM is told to end.
     *
     * @param args its port, its directory, and the names of its queues
     * @throws Exception if it does not start
     */
    public static void main(String[] args) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setSecurityEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(args[1] + "/journal")
                .setBindingsDirectory(args[1] + "/bindings")
                .setLargeMessagesDirectory(args[1] + "/large")
                .setPagingDirectory(args[1] + "/paging")
                .addAcceptorConfiguration(
                        "amqp",
                        "tcp://127.0.0.1:" + args[0] + "?protocols=AMQP;amqpCredits=" + CREDITS + ";amqpLowCredits="
                                + CREDITS / 2);
        for (String name : Arrays.asList(args).subList(2, args.length)) {
            configuration.addAddressConfiguration(new CoreAddressConfiguration()
                    .setName(name)
                    .addRoutingType(RoutingType.ANYCAST)
                    .addQueueConfig(QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST)));
        }
        configuration.registerBrokerPlugin(new Refusal());
        new EmbeddedActiveMQ().setConfiguration(configuration).start();
        Thread.currentThread().join();
    }

    /** Refuses the messages that say so. */
    private static final class Refusal implements ActiveMQServerMessagePlugin {
        @Override
        public void beforeSend(
                ServerSession session, Transaction tx, Message message, boolean direct, boolean noAutoCreateQueue)
                throws ActiveMQException {
            if (message.getObjectProperty("refuse") != null) {
                throw new ActiveMQException("This broker does not take such messages.");
            }
        }
    }
}
