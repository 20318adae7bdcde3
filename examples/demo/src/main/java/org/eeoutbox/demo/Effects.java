package org.eeoutbox.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/** The invoices of one round's customers, as they stand in the billing service's database. */
final class Effects {

    private final DataSource source;
    private final String customers;

    Effects(DataSource source, String customers) {
        this.source = source;
        this.customers = customers;
    }

    /** How many invoices each order has. */
    Map<UUID, Integer> byOrder() {
        try (Connection connection = source.getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT order_id, COUNT(*) FROM invoice WHERE customer LIKE ?" + " GROUP BY order_id")) {
            query.setString(1, customers + "%");
            Map<UUID, Integer> invoices = new HashMap<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    invoices.put(row.getObject(1, UUID.class), row.getInt(2));
                }
            }
            return invoices;
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot read the invoices", e);
        }
    }
}
