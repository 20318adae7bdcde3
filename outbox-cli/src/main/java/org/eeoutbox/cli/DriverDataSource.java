package org.eeoutbox.cli;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** New connections from a driver, without a pool. */
final class DriverDataSource implements DataSource {

    private static final int LOGIN_SECONDS = 15;

    private final Driver driver;
    private final String url;
    private final Properties login;

    private DriverDataSource(Driver driver, String url, Properties login) {
        this.driver = driver;
        this.url = url;
        this.login = login;
    }

    /** Returns null if no driver takes the URL. */
    static DriverDataSource of(String url, Properties login) {
        try {
            DriverManager.setLoginTimeout(LOGIN_SECONDS);
            return new DriverDataSource(DriverManager.getDriver(url), url, login);
        } catch (SQLException e) {
            return null;
        }
    }

    /** A driver's message may repeat the URL, and the URL may hold a password. */
    @Override
    public Connection getConnection() throws SQLException {
        try {
            Connection connection = driver.connect(url, login);
            if (connection == null) {
                throw new SQLException("the address of the database cannot be understood", "08001");
            }
            return connection;
        } catch (SQLException e) {
            String message = String.valueOf(e.getMessage()).replace(url, "the address");
            throw new SQLException(message, e.getSQLState(), e.getErrorCode());
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("One user only.");
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("No log.");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("It is fixed.");
    }

    @Override
    public int getLoginTimeout() {
        return LOGIN_SECONDS;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return driver.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("This wraps nothing.");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
