package org.eeoutbox.jpa.capture;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.eeoutbox.OutboxConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What the application's persistence.xml says of the unit that the outbox is a part of (Jakarta Persistence 3.1, section
 * 8.2.1).
 *
 * @param name the unit's name
 * @param dataSource the JNDI name of its JTA data source; the platform's default if it names none
 */
record PersistenceUnit(String name, String dataSource) {

    private static final String MAPPING_FILE = "META-INF/outbox-orm.xml";
    private static final String DEFAULT_DATA_SOURCE = "java:comp/DefaultDataSource";
    private static final Set<String> GENERATORS = Set.of(
            "jakarta.persistence.schema-generation.database.action",
            "hibernate.hbm2ddl.auto",
            "eclipselink.ddl-generation");
    private static final Set<String> HARMLESS = Set.of("none", "validate");

    /** Finds the one unit that includes the outbox's mapping file, and checks that it can serve. */
    static PersistenceUnit find(ClassLoader loader) {
        List<Element> units = new ArrayList<>();
        try {
            for (URL url : Collections.list(loader.getResources("META-INF/persistence.xml"))) {
                NodeList elements = parse(url).getElementsByTagNameNS("*", "persistence-unit");
                for (int i = 0; i < elements.getLength(); i++) {
                    if (texts((Element) elements.item(i), "mapping-file").contains(MAPPING_FILE)) {
                        units.add((Element) elements.item(i));
                    }
                }
            }
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new OutboxConfigurationException("META-INF/persistence.xml cannot be read.", e);
        }
        if (units.size() != 1) {
            throw new OutboxConfigurationException((units.isEmpty()
                            ? "No persistence unit of the application includes the outbox."
                            : units.size() + " persistence units of the application include the outbox: "
                                    + units.stream()
                                            .map(unit -> unit.getAttribute("name"))
                                            .toList() + ".")
                    + " Write <mapping-file>" + MAPPING_FILE
                    + "</mapping-file> into exactly one <persistence-unit> of META-INF/persistence.xml.");
        }
        return checked(units.get(0));
    }

    private static PersistenceUnit checked(Element unit) {
        String name = unit.getAttribute("name");
        if ("RESOURCE_LOCAL".equals(unit.getAttribute("transaction-type"))) {
            throw new OutboxConfigurationException("The persistence unit '" + name + "' is RESOURCE_LOCAL; the outbox"
                    + " needs a unit with transaction-type=\"JTA\".");
        }
        Map<String, String> properties = properties(unit);
        for (String key : GENERATORS) {
            String action = properties.getOrDefault(key, "none").strip().toLowerCase(Locale.ROOT);
            if (!HARMLESS.contains(action) && !byScriptOnly(key, properties)) {
                throw new OutboxConfigurationException("The persistence unit '" + name + "' sets " + key + "=" + action
                        + ", by which the provider would create or drop the outbox tables in a form of its own. Use"
                        + " scripts (jakarta.persistence.schema-generation.create-source=script), or remove it.");
            }
        }
        List<String> sources = texts(unit, "jta-data-source");
        return new PersistenceUnit(name, sources.isEmpty() ? DEFAULT_DATA_SOURCE : sources.get(0));
    }

    private static boolean byScriptOnly(String key, Map<String, String> properties) {
        String generation = "jakarta.persistence.schema-generation.";
        boolean create = properties.containsKey(generation + "create-script-source")
                && properties
                        .getOrDefault(generation + "create-source", "script")
                        .equals("script");
        boolean drop = !properties.get(key).contains("drop")
                || properties.containsKey(generation + "drop-script-source")
                        && properties
                                .getOrDefault(generation + "drop-source", "script")
                                .equals("script");
        return key.startsWith(generation) && create && drop;
    }

    private static Element parse(URL url) throws IOException, SAXException, ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        try (InputStream in = url.openStream()) {
            return factory.newDocumentBuilder().parse(in).getDocumentElement();
        }
    }

    private static List<String> texts(Element unit, String tag) {
        List<String> texts = new ArrayList<>();
        NodeList elements = unit.getElementsByTagNameNS("*", tag);
        for (int i = 0; i < elements.getLength(); i++) {
            texts.add(elements.item(i).getTextContent().strip());
        }
        return texts;
    }

    private static Map<String, String> properties(Element unit) {
        Map<String, String> properties = new HashMap<>();
        NodeList elements = unit.getElementsByTagNameNS("*", "property");
        for (int i = 0; i < elements.getLength(); i++) {
            Element property = (Element) elements.item(i);
            properties.put(property.getAttribute("name"), property.getAttribute("value"));
        }
        return properties;
    }
}
