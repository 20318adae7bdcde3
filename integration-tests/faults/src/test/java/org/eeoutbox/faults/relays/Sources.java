package org.eeoutbox.faults.relays;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Data sources that are not what a relay might hope for. */
final class Sources {

    private Sources() {}

    private interface Opening {
        Connection open() throws SQLException;
    }

    /** What a call on a connection or data source does instead, or with the original. */
    private interface Call {
        Object on(String method, Object[] arguments, Original original) throws Throwable;
    }

    private interface Original {
        Object call(Object[] arguments) throws Throwable;
    }

    /** Every statement passes through the given change. */
    static DataSource rewriting(DataSource source, UnaryOperator<String> change) {
        return source(() -> {
            Connection connection = source.getConnection();
            return connection(
                    (method, arguments, original) -> {
                        if (method.equals("prepareStatement")) {
                            arguments[0] = change.apply((String) arguments[0]);
                        }
                        return original.call(arguments);
                    },
                    connection);
        });
    }

    /** Sessions in a zone of their own, as those of a node whose JVM has it. */
    static DataSource inZone(DataSource source, String zone) {
        return source(() -> {
            Connection connection = source.getConnection();
            try (var statement = connection.createStatement()) {
                statement.execute("SET TIME ZONE '" + zone + "'");
            }
            return connection;
        });
    }

    /** Fails with what the supplier throws, as long as it does. */
    static DataSource failing(DataSource source, Runnable failure) {
        return source(() -> {
            failure.run();
            return source.getConnection();
        });
    }

    /** A pooler that gives a session for one transaction only: each runs on another one than that before. */
    static DataSource poolingTransactions(DataSource source) {
        return source(() -> {
            List<Connection> sessions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                sessions.add(source.getConnection());
            }
            return connection(new TransactionPooling(sessions), sessions.get(0));
        });
    }

    private static final class TransactionPooling implements Call {

        private final List<Connection> sessions;
        private int transaction;

        TransactionPooling(List<Connection> sessions) {
            this.sessions = sessions;
        }

        @Override
        public Object on(String method, Object[] arguments, Original original) throws Throwable {
            Connection session = sessions.get(transaction % sessions.size());
            switch (method) {
                case "close" -> {
                    for (Connection each : sessions) {
                        each.close();
                    }
                    return null;
                }
                case "setAutoCommit" -> {
                    for (Connection each : sessions) {
                        each.setAutoCommit((boolean) arguments[0]);
                    }
                    return null;
                }
                case "commit", "rollback" -> {
                    invoke(session, method, arguments);
                    transaction++;
                    return null;
                }
                default -> {
                    Object result = invoke(session, method, arguments);
                    if (session.getAutoCommit() && !method.startsWith("prepare")) {
                        transaction++;
                    }
                    return result;
                }
            }
        }

        private static Object invoke(Connection session, String method, Object[] arguments) throws Throwable {
            for (var candidate : Connection.class.getMethods()) {
                int count = arguments == null ? 0 : arguments.length;
                if (candidate.getName().equals(method) && candidate.getParameterCount() == count) {
                    try {
                        return candidate.invoke(session, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }
            }
            throw new NoSuchMethodException(method);
        }
    }

    private static Connection connection(Call call, Connection original) {
        return proxy(Connection.class, call, original);
    }

    private static DataSource source(Opening opening) {
        return proxy(
                DataSource.class,
                (method, arguments, original) -> {
                    if (!method.equals("getConnection")) {
                        throw new UnsupportedOperationException(method);
                    }
                    return opening.open();
                },
                null);
    }

    private static <T> T proxy(Class<T> type, Call call, T original) {
        return type.cast(Proxy.newProxyInstance(
                Sources.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.on(method.getName(), arguments, changed -> {
                    try {
                        return method.invoke(original, changed);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                })));
    }
}
