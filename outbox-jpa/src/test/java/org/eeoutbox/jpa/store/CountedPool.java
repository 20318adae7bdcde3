package org.eeoutbox.jpa.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A data source that counts the connections that were not given back. What the end of a transaction throws arrives
 * unchecked, as from Payara's pools.
 */
final class CountedPool {

    private final DataSource database;
    private final AtomicInteger inUse = new AtomicInteger();

    CountedPool(DataSource database) {
        this.database = database;
    }

    int inUse() {
        return inUse.get();
    }

    DataSource dataSource() {
        return proxy(DataSource.class, (pool, method, arguments) -> {
            Connection connection = database.getConnection();
            inUse.incrementAndGet();
            return counted(connection);
        });
    }

    private Connection counted(Connection connection) {
        AtomicBoolean given = new AtomicBoolean(true);
        return proxy(Connection.class, (handle, method, arguments) -> {
            if (method.getName().equals("close") && given.getAndSet(false)) {
                inUse.decrementAndGet();
            }
            try {
                return method.invoke(connection, arguments);
            } catch (InvocationTargetException e) {
                if (method.getName().equals("rollback")) {
                    throw new UndeclaredThrowableException(e);
                }
                throw e.getCause();
            }
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(CountedPool.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
