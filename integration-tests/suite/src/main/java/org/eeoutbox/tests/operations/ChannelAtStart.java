package org.eeoutbox.tests.operations;

import jakarta.annotation.Resource;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Registers a channel, as a relay would. */
@WebListener
public class ChannelAtStart implements ServletContextListener {

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM outbox_audit");
            statement.execute("DELETE FROM outbox_channel WHERE channel = 'orders'");
            statement.execute("INSERT INTO outbox_channel (channel, shards) VALUES ('orders', 8)");
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot register the channel", e);
        }
    }
}
