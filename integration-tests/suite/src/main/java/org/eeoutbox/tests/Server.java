package org.eeoutbox.tests;

import java.util.Map;
import java.util.ServiceLoader;

/**
 * What tests have to know of the server that they run on. Each server module has one implementation and names it in
 * {@code META-INF/services}. Used in the client JVM only, by one thread.
 */
public interface Server {

    /**
     * The JNDI name of the data source that tests use.
     *
     * @return its name in the server, as an administrator of that server would choose it
     */
    String dataSource();

    /**
     * The JNDI name of a data source for the same database with a pool of one connection: whoever needs a second one
     * fails after two seconds.
     *
     * @return its name in the server
     */
    String singleConnection();

    /**
     * The JNDI name of an XA data source for the same database with a pool of 16 connections.
     *
     * @return its name in the server
     */
    String xa();

    /**
     * The JNDI name of a data source for MariaDB, at the isolation level that is MariaDB's default.
     *
     * @return its name in the server
     */
    String mariaDb();

    /**
     * How a channel to Kafka is configured in this server, beyond what every server needs.
     *
     * @return attributes of the channel, such as {@code connector}
     */
    Map<String, String> kafkaChannel();

    /**
     * Makes ready what the server needs from the lab, before its first boot.
     *
     * @param lab the running database and broker
     * @return properties of the container adapter that are known only now, beside those in arquillian.xml
     */
    Map<String, String> adapterProperties(Lab lab);

    /**
     * The server of this module.
     *
     * @return a new description of it
     */
    static Server current() {
        return ServiceLoader.load(Server.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("This module names no server in META-INF/services/"
                        + Server.class.getName() + "; run these tests from a server's module"));
    }
}
