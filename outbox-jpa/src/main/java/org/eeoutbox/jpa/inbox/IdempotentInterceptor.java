package org.eeoutbox.jpa.inbox;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.eeoutbox.Idempotent;
import org.eeoutbox.Inbox;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.ReceivedEvent;

/**
 * Calls a method through the inbox. Comes after the interceptors of MicroProfile Fault Tolerance (4010 and following),
 * so that each attempt of a retry has a transaction of its own.
 */
@Idempotent("")
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_AFTER + 100)
public class IdempotentInterceptor {

    @Inject
    private Inbox inbox;

    private final Map<Method, IdempotentMethod> methods = new ConcurrentHashMap<>();

    /** For CDI. */
    public IdempotentInterceptor() {}

    @AroundInvoke
    Object once(InvocationContext call) throws Exception {
        IdempotentMethod method = methods.computeIfAbsent(call.getMethod(), IdempotentMethod::of);
        if (method.takesMessage()) {
            return acknowledged(call, method);
        }
        ReceivedEvent event = method.event(call.getParameters());
        Object[] result = {call.getMethod().getReturnType() == Optional.class ? Optional.empty() : null};
        inbox.process(event, method.consumer(), () -> result[0] = call.proceed());
        return result[0];
    }

    /** The outcome goes to the connector, and nothing else does: what the method returns has not waited for the commit. */
    private CompletionStage<Void> acknowledged(InvocationContext call, IdempotentMethod method) {
        Object[] arguments = call.getParameters();
        IncomingMessage message = IncomingMessage.of(method.carrier(arguments));
        try {
            ReceivedEvent event =
                    message.event(call.getTarget().getClass().getClassLoader()).orElseThrow(method::withoutId);
            call.setParameters(method.replaceCarrier(arguments, message.withoutAcknowledgment()));
            inbox.process(event, method.consumer(), () -> requireComplete(method, call.proceed()));
        } catch (Exception e) {
            return message.reject(e);
        } finally {
            call.setParameters(arguments);
        }
        return message.acknowledge();
    }

    private static void requireComplete(IdempotentMethod method, Object result) throws Exception {
        if (result instanceof CompletionStage<?> stage) {
            CompletableFuture<?> future = stage.toCompletableFuture();
            if (!future.isDone()) {
                throw new OutboxConfigurationException("The @Idempotent method " + method.method()
                        + " has returned before its work was done, which its transaction does not wait for. Do the"
                        + " work on the thread that calls it.");
            }
            try {
                future.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception failure ? failure : e;
            }
        }
    }
}
