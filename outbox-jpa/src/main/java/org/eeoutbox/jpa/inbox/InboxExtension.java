package org.eeoutbox.jpa.inbox;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.interceptor.Interceptor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eeoutbox.Idempotent;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.spi.ApplicationLoader;

/** Finds the consumers of an application and checks their methods. What is wrong fails the deployment. */
public class InboxExtension implements Extension {

    private static final Pattern ORDER_KEY = Pattern.compile("outbox\\.inbox\\.(.+)\\.order");

    private final Map<Method, IdempotentMethod> methods = new LinkedHashMap<>();
    private final List<OutboxConfigurationException> problems = new ArrayList<>();
    private Config config;

    /** For the container. */
    public InboxExtension() {}

    void collect(@Observes @WithAnnotations(Idempotent.class) ProcessAnnotatedType<?> type) {
        AnnotatedType<?> annotated = type.getAnnotatedType();
        if (annotated.isAnnotationPresent(Interceptor.class)) {
            return;
        }
        for (AnnotatedMethod<?> each : annotated.getMethods()) {
            Method method = each.getJavaMember();
            boolean marked = each.isAnnotationPresent(Idempotent.class)
                    || method.getDeclaringClass().isAnnotationPresent(Idempotent.class) && isBusiness(method);
            if (marked && !methods.containsKey(method)) {
                attempt(() -> methods.put(method, IdempotentMethod.of(method)));
            }
        }
    }

    private static boolean isBusiness(Method method) {
        return !Modifier.isPrivate(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && !method.isSynthetic();
    }

    void check(@Observes AfterBeanDiscovery discovery) {
        config = ConfigProvider.getConfig(ApplicationLoader.of(InboxExtension.class));
        attempt(this::checkConsumers);
        attempt(() -> RetentionAdvice.of(config));
        for (String key : config.getPropertyNames()) {
            Matcher order = ORDER_KEY.matcher(key);
            if (order.matches()) {
                attempt(() -> OrderPolicy.of(config, order.group(1)));
            }
        }
        problems.forEach(discovery::addDefinitionError);
    }

    /** Under one name the second method would never get to see what the first has processed. */
    private void checkConsumers() {
        Map<String, IdempotentMethod> owners = new HashMap<>();
        for (IdempotentMethod method : methods.values()) {
            Set<String> channels = method.channels().isEmpty() ? Set.of("") : method.channels();
            for (String channel : channels) {
                IdempotentMethod owner = owners.put(method.consumer() + '\n' + channel, method);
                if (owner != null) {
                    throw new OutboxConfigurationException("The methods " + name(owner) + " and " + name(method)
                            + " are both @Idempotent(\"" + method.consumer() + "\"): of each event one of them would"
                            + " see nothing. Give them different names.");
                }
            }
        }
    }

    private static String name(IdempotentMethod method) {
        return method.method().getDeclaringClass().getName()
                + '.'
                + method.method().getName();
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (OutboxConfigurationException e) {
            problems.add(e);
        }
    }

    /**
     * The consumers that the application's methods name; a getter, since an injected extension is a proxy.
     *
     * @return sorted
     */
    Collection<String> consumers() {
        Set<String> consumers = new TreeSet<>();
        methods.values().forEach(method -> consumers.add(method.consumer()));
        return consumers;
    }

    /**
     * The application's configuration, which threads of a connector may not see.
     *
     * @return always the same
     */
    Config config() {
        return config;
    }
}
