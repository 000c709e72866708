import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import javax.crypto.Cipher;
import org.apache.commons.codec.binary.Hex;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;

/** The rows; Maker has what they share. */
class Rows extends Maker {
  static final List<String> TARGET = List.of("(request-target)", "date", "x-request-id", "psu-id", "tpp-redirect-uri");
  static final List<String> POST_TARGET = List.of("(request-target)", "date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri");
  static final Gson GSON = new Gson();

  static JsonElement gson(JsonNode node) throws Exception { return JsonParser.parseString(JACKSON.writeValueAsString(node)); }
  static String gsonOf(Call call) throws Exception { return "SHA-256=" + sha256(GSON.toJson(gson(call.object)).getBytes("UTF-8")); }
  static String capitals(String name) { return Arrays.stream(name.split("-")).map(p -> p.substring(0, 1).toUpperCase() + p.substring(1)).reduce((a, b) -> a + "-" + b).get(); }
  static Value on(String name, Check<String, String> change) { return (n, v, c) -> n.equals(name) ? change.apply(v) : v; }
  static Value target(Check<JsonNode, String> change) { return (n, v, c) -> n.equals("(request-target)") ? change.apply(c) : v; }
  static String method(JsonNode c) { return c.get("method").asText().toLowerCase(); }
  static String path(JsonNode c) { return c.get("path").asText(); }

  static void run() throws Exception {
    final String serial = "SN=" + certificate.getSerialNumber().toString(16).toUpperCase() + ",";
    row("JDK HttpClient", "text-block", "A text block ends in a line feed, since its closing quotes stand on a line of their own", "trailing-newline", "get", s -> s.join = l -> String.join("\n", l) + "\n");
    row("JDK HttpClient", "text-block-indented", "The lines of a text block that is built with String.format keep the indentation of the second line", "lines-indented", "get bank", s -> s.join = l -> String.join("\n    ", l));
    row("JDK HttpClient", "append-newline", "StringBuilder.append(name).append(\": \").append(value).append('\\n')", "trailing-newline", "body", s -> s.join = l -> String.join("\n", l) + "\n");
    row("JDK HttpClient", "format-n", "String.format(\"%s: %s%n\") on Windows", "crlf, trailing-newline", "body", s -> s.join = l -> String.join("\r\n", l) + "\r\n");
    row("JDK HttpURLConnection", "line-separator", "System.lineSeparator() on Windows", "crlf", "get query", s -> { s.join = l -> String.join("\r\n", l); s.send = Maker::connection; });
    row("JDK HttpClient", "escaped", "The separator comes from a properties file with \\\\n", "joined-with-escaped-newline", "body", s -> s.join = l -> String.join("\\n", l));
    row("JDK HttpClient", "list-to-string", "List.toString(): commas with spaces, and square brackets", "", "get", s -> s.join = l -> l.toString(), "cause", "the lines are joined with commas and stand in square brackets", "says", "comma|bracket");
    row("JDK HttpClient", "map-to-string", "Map.toString(): {date=…, x-request-id=…}", "", "get", s -> { s.line = (n, v) -> n + "=" + v; s.join = l -> "{" + String.join(", ", l) + "}"; }, "cause", "Java's form of a map of the headers is signed", "says", "map|brace|equals|comma");
    row("OkHttp", "names-as-set", "The names of OkHttp's Headers as they were set", "names-in-capitals", "get", s -> { s.line = (n, v) -> capitals(n) + ": " + v; s.send = Maker::okhttp; });
    row("OkHttp", "headers-to-string", "Headers.toString(): a line feed after each", "trailing-newline", "psu", s -> { s.join = l -> String.join("\n", l) + "\n"; s.send = Maker::okhttp; });
    row("Spring RestTemplate", "hash-map-order", "The lines in the order of a HashMap", "another-order", "body", s -> { s.join = l -> { Map<String, String> m = new HashMap<>(); l.forEach(x -> m.put(x.substring(0, x.indexOf(':')), x)); return String.join("\n", m.values()); }; s.send = Maker::spring; });
    row("JDK HttpClient", "tree-map-order", "The lines in the order of a TreeMap, the list in the order of the manual", "another-order", "body corporate", s -> s.join = l -> { List<String> r = new ArrayList<>(l); Collections.sort(r); Collections.swap(r, 1, 2); return String.join("\n", r); });
    row("Gson", "gson-html", "The digest is of Gson's JSON, which escapes < > & = ' as \\u003c; Jackson's is sent", "body-json-escaped", "body corporate", s -> s.digest = Rows::gsonOf);
    row("Gson", "gson-sent", "Gson's JSON is sent, Jackson's was hashed", "body-json-escaped", "body amp corporate", s -> { s.digest = c -> "SHA-256=" + sha256(JACKSON.writeValueAsBytes(c.object)); s.serialize = n -> GSON.toJson(gson(n)); s.send = Maker::okhttp; });
    row("Jackson", "pretty-jackson", "writerWithDefaultPrettyPrinter(), which writes \"a\" : 1 with a space before the colon", "body-pretty-printed", "body bulk", s -> s.digest = c -> "SHA-256=" + sha256(JACKSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(c.object)));
    row("Gson", "pretty-gson", "GsonBuilder().setPrettyPrinting() is hashed", "body-pretty-printed", "body bulk", s -> s.digest = c -> "SHA-256=" + sha256(new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(gson(c.object)).getBytes("UTF-8")));
    row("Jackson", "sorted-keys", "ORDER_MAP_ENTRIES_BY_KEYS is on where the body is hashed", "body-keys-sorted", "body", s -> s.digest = c -> "SHA-256=" + sha256(new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true).writeValueAsBytes(JACKSON.convertValue(c.object, Map.class))));
    row("Jackson", "nulls-left-out", "Include.NON_NULL where the body is hashed; the sent one has its nulls", "", "body numbers", s -> s.digest = c -> { com.fasterxml.jackson.databind.node.ObjectNode n = c.object.deepCopy(); n.remove("debtorAccount"); return "SHA-256=" + sha256(JACKSON.writeValueAsBytes(n)); }, "cause", "the digest is of the body without its null", "says", "null");
    row("Jackson", "big-decimals", "The body is sent with BigDecimal, 0.00001, and hashed with doubles, 1.0E-5", "", "body numbers", s -> s.sent = c -> new ObjectMapper().enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).configure(com.fasterxml.jackson.core.JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true).setNodeFactory(com.fasterxml.jackson.databind.node.JsonNodeFactory.withExactBigDecimals(true)).writeValueAsBytes(new ObjectMapper().enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).readTree(java.nio.file.Path.of(file).toFile()).get(7).get("body")), "cause", "a number is written otherwise in the body that was hashed", "says", "number|1.0E-5");
    row("Apache HttpClient", "string-entity", "StringEntity without a character set sends ISO-8859-1; the digest is of UTF-8", "body-latin1", "body letters", s -> s.send = Maker::apacheString);
    row("JDK HttpClient", "get-bytes", "getBytes() on a machine with windows-1252 hashes ISO-8859-1, UTF-8 is sent", "body-latin1", "body letters", s -> s.digest = c -> "SHA-256=" + sha256(c.body.getBytes("windows-1252")));
    row("JDK HttpClient", "get-bytes-ascii", "getBytes(US_ASCII) turns letters into question marks before hashing", "", "body letters", s -> s.digest = c -> "SHA-256=" + sha256(c.body.getBytes("US-ASCII")), "cause", "letters outside ASCII became question marks in what was hashed", "says", "ASCII|question|\\?");
    row("JDK HttpClient", "get-bytes-utf16", "getBytes(UTF_16) of the string: a byte order mark and two bytes for each character", "utf16, ? bom-in-front", "get", s -> s.bytes = t -> t.getBytes("UTF-16"));
    row("commons-codec", "hex-digest", "DigestUtils.sha256Hex", "digest-hex", "body", s -> s.digest = c -> "SHA-256=" + org.apache.commons.codec.digest.DigestUtils.sha256Hex(c.body));
    row("commons-codec", "hex-digest-base64", "Base64 of the bytes of sha256Hex", "digest-hex", "body", s -> { s.digest = c -> "SHA-256=" + Base64.getEncoder().encodeToString(Hex.encodeHexString(hash("SHA-256", c.body.getBytes("UTF-8"))).getBytes()); s.send = Maker::apache; });
    row("commons-codec", "url-safe", "Base64.encodeBase64URLSafeString of the signature", "signature-base64url, ? signature-without-padding", "get", s -> s.encode = r -> org.apache.commons.codec.binary.Base64.encodeBase64URLSafeString(r));
    row("Apache HttpClient", "mime-encoder", "Base64.getMimeEncoder(): Apache HttpClient writes its line ends as spaces", "signature-white-space", "get", s -> { s.encode = r -> Base64.getMimeEncoder().encodeToString(r); s.send = Maker::apache; }, "source", "https://github.com/langchain4j/langchain4j/issues/6279");
    row("Apache HttpClient", "chunked-codec", "encodeBase64Chunked: its last line end is sent as spaces too", "signature-white-space", "body", s -> { s.encode = r -> new String(org.apache.commons.codec.binary.Base64.encodeBase64Chunked(r)); s.send = Maker::apache; });
    row("JDK HttpClient", "array-to-string", "Arrays.toString(signature)", "", "get", s -> s.encode = r -> Arrays.toString(r), "cause", "the bytes of the signature as a list of decimal numbers", "says", "not base64|decimal|list");
    row("JDK HttpClient", "new-string", "new String(signature, UTF_8) in base64: what is no UTF-8 is lost", "signature-as-text", "get query", s -> s.encode = r -> Base64.getEncoder().encodeToString(new String(r, "UTF-8").getBytes("UTF-8")));
    row("JDK HttpClient", "new-string-latin1", "new String(signature, ISO_8859_1) in base64 of its UTF-8", "signature-as-text", "delete", s -> s.encode = r -> Base64.getEncoder().encodeToString(new String(r, "ISO-8859-1").getBytes("UTF-8")));
    row("JDK HttpClient", "none-with-rsa", "NONEwithRSA of the SHA-256", "no-digest-info", "body", s -> { s.sign = d -> sign("NONEwithRSA", hash("SHA-256", d)); });
    row("JDK HttpClient", "cipher-rsa", "Cipher RSA with the private key over the SHA-256", "no-digest-info", "get", s -> s.sign = d -> { Cipher c = Cipher.getInstance("RSA"); c.init(Cipher.ENCRYPT_MODE, key); return c.doFinal(hash("SHA-256", d)); });
    row("JDK HttpClient", "cipher-hex", "Cipher RSA over the hexadecimal of the SHA-256", "hex-of-hash | not-hashed | no-digest-info", "body", s -> { s.bytes = t -> Hex.encodeHexString(hash("SHA-256", t.getBytes("UTF-8"))).getBytes(); s.sign = d -> { Cipher c = Cipher.getInstance("RSA"); c.init(Cipher.ENCRYPT_MODE, key); return c.doFinal(d); }; });
    row("JDK HttpClient", "rsassa-pss", "RSASSA-PSS, the name of the algorithm in JOSE's PS256", "pss", "get", s -> s.sign = d -> { Signature g = Signature.getInstance("RSASSA-PSS"); g.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1)); g.initSign(key); g.update(d); return g.sign(); });
    row("JDK HttpClient", "sha1-with-rsa", "SHA1withRSA of an old helper", "hash-sha1", "body", s -> s.sign = d -> sign("SHA1withRSA", d));
    row("JDK HttpClient", "sha512-with-rsa", "SHA512withRSA", "hash-sha512", "get", s -> s.sign = d -> sign("SHA512withRSA", d));
    row("JDK HttpClient", "sha384-with-rsa", "SHA384withRSA", "hash-sha384", "body", s -> s.sign = d -> sign("SHA384withRSA", d));
    row("JDK HttpClient", "digest-then-sign", "MessageDigest first, SHA256withRSA then", "hashed-twice", "get", s -> s.bytes = t -> hash("SHA-256", t.getBytes("UTF-8")));
    row("JDK HttpClient", "hex-then-sign", "sha256Hex first, SHA256withRSA then", "hex-of-hash", "body", s -> s.bytes = t -> Hex.encodeHexString(hash("SHA-256", t.getBytes("UTF-8"))).getBytes());
    row("JDK HttpClient", "serial-number", "getSerialNumber() in decimal", "serial-decimal", "get", s -> s.keyId = "SN=" + certificate.getSerialNumber() + "," + AFTER_SERIAL, "source", "https://github.com/BMF-RKSV-Technik/at-registrierkassen-mustercode/issues/59");
    row("JDK HttpClient", "signed-serial", "new BigInteger(hex).toByteArray() in hexadecimal has a leading zero byte, with colons", "serial-colons", "body", s -> s.keyId = "SN=" + Hex.encodeHexString(certificate.getSerialNumber().toByteArray()).replaceAll("(..)(?=.)", "$1:") + "," + AFTER_SERIAL);
    row("JDK HttpClient", "canonical-issuer", "getName(CANONICAL), which writes all in small letters", "issuer-case", "get", s -> s.keyId = serial + "CA=" + certificate.getIssuerX500Principal().getName("CANONICAL"));
    row("JDK HttpClient", "subject-principal", "getSubjectX500Principal().getName()", "issuer-is-subject", "body", s -> s.keyId = serial + "CA=" + certificate.getSubjectX500Principal().getName());
    row("Bouncy Castle", "bc-issuer", "X500Name.toString() of Bouncy Castle, in the order of the certificate", "issuer-reversed", "get", s -> s.keyId = serial + "CA=" + bc(certificate).toString());
    row("Bouncy Castle", "bc-issuer-letters", "The same for an issuer with letters and a comma", "issuer-reversed", "body", s -> { s.certificateName = "letters"; s.sign = d -> { Signature g = Signature.getInstance("SHA256withRSA"); g.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(kit("letters.p8")))); g.update(d); return g.sign(); }; s.keyId = "SN=" + letters.getSerialNumber().toString(16) + ",CA=" + bc(letters).toString().replace("å", "\\C3\\A5").replace("æ", "\\C3\\A6"); });
    row("JDK HttpClient", "letters-lost", "HttpClient sends the letters of the issuer as question marks", "issuer-letters-lost", "get", s -> { s.certificateName = "letters"; s.sign = d -> { Signature g = Signature.getInstance("SHA256withRSA"); g.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(kit("letters.p8")))); g.update(d); return g.sign(); }; s.keyId = "SN=" + letters.getSerialNumber().toString(16) + ",CA=" + letters.getIssuerX500Principal().getName("RFC2253"); });
    row("JDK HttpClient", "simple-date-norwegian", "SimpleDateFormat with the language of the machine: søn., 22 nov.", "SIG-11", "get", s -> s.date = () -> { SimpleDateFormat f = new SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss z", new Locale("nb", "NO")); f.setTimeZone(TimeZone.getTimeZone("GMT")); return f.format(new Date()); });
    row("JDK HttpClient", "simple-date-local", "SimpleDateFormat with 'GMT' in quotes and the zone of Oslo", "SIG-11", "body", s -> s.date = () -> { SimpleDateFormat f = new SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US); f.setTimeZone(TimeZone.getTimeZone("Europe/Oslo")); return f.format(new Date()); }, "says", "zone|local time|hour");
    row("JDK HttpClient", "simple-date-hh", "hh instead of HH: the hour of a twelve-hour clock", "SIG-11", "get", s -> s.date = () -> { SimpleDateFormat f = new SimpleDateFormat("EEE, dd MMM yyyy hh:mm:ss 'GMT'", Locale.US); f.setTimeZone(TimeZone.getTimeZone("GMT")); return f.format(new Date(System.currentTimeMillis() + 3 * 3600_000)); });
    row("JDK HttpClient", "instant", "Instant.now().toString()", "SIG-11", "body", s -> s.date = () -> Instant.now().toString());
    row("JDK HttpClient", "date-to-string", "new Date().toString()", "SIG-11", "get", s -> s.date = () -> new Date().toString());
    row("JDK HttpClient", "one-digit-hour", "The string has the Date of another formatter: with the zone Z", "date-format", "get query", s -> s.value = on("date", v -> DateTimeFormatter.ISO_INSTANT.format(ZonedDateTime.parse(v, DateTimeFormatter.RFC_1123_DATE_TIME))));
    row("JDK HttpClient", "oslo-signed", "Date is sent as GMT and signed with +0100", "date-format", "body", s -> s.value = on("date", v -> DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.parse(v, DateTimeFormatter.RFC_1123_DATE_TIME).withZoneSameInstant(ZoneId.of("Europe/Oslo")))));
    row("JDK HttpClient", "uri-get-path", "URI.getPath() and getQuery() are decoded", "request-target-decoded", "encoded", s -> { s.names = TARGET; s.value = target(c -> { URI u = URI.create(path(c)); return method(c) + " " + u.getPath() + "?" + u.getQuery(); }); }, "source", "https://github.com/apache/cxf/pull/869");
    row("Apache HttpClient", "uri-path-only", "getURI().getPath() in (request-target)", "request-target-without-query", "get query", s -> { s.names = TARGET; s.value = target(c -> method(c) + " " + URI.create(path(c)).getRawPath()); s.send = Maker::apache; }, "source", "https://github.com/apache/cxf/pull/869");
    row("OkHttp", "request-url", "request.url().toString() in (request-target)", "request-target-absolute", "get query", s -> { s.names = TARGET; s.value = target(c -> method(c) + " http://127.0.0.1:8080" + path(c)); s.send = Maker::okhttp; });
    row("Spring RestTemplate", "template-encoded", "RestTemplate encodes the percent signs of the address once more; the string has it as it was given", "request-target-decoded | request-target-encoded", "encoded", s -> { s.names = TARGET; s.send = Maker::spring; }, "source", "https://github.com/spring-projects/spring-boot/issues/8888");
    row("Spring RestTemplate", "method-name", "HttpMethod.name() in (request-target)", "request-target-capitals", "get query", s -> { s.names = TARGET; s.value = target(c -> c.get("method").asText() + " " + path(c)); });
    row("JDK HttpClient", "url-encoder", "URLEncoder.encode(redirect) in the string", "redirect-percent-encoded", "psu", s -> s.value = on("tpp-redirect-uri", v -> URLEncoder.encode(v, "UTF-8")));
    row("JDK HttpClient", "url-decoder", "URLDecoder.decode(redirect) in the string", "redirect-percent-decoded", "body corporate", s -> s.value = on("tpp-redirect-uri", v -> URLDecoder.decode(v, "UTF-8")));
    row("JDK HttpClient", "fresh-uuid", "UUID.randomUUID() in a getter, called twice", "", "get", s -> s.value = on("x-request-id", v -> UUID.randomUUID().toString()), "cause", "the id that was signed is not known to anyone else");
    row("JDK HttpClient", "uuid-upper", "toString().toUpperCase() in the string", "id-case", "body", s -> s.value = on("x-request-id", v -> v.toUpperCase()));
    row("JDK HttpClient", "trim-missing", "A value from a configuration file with a space at its end: HttpClient sends it, the bank trims it", "value-trailing-space", "get", s -> s.headers = Map.of("TPP-Redirect-URI", "https://app.betallett.example/retur "));
    row("Apache HttpClient", "chunks-and-hex", "getMimeEncoder for the signature and sha256Hex for the digest", "signature-white-space, digest-hex", "body", s -> { s.encode = r -> Base64.getMimeEncoder().encodeToString(r); s.digest = c -> "SHA-256=" + Hex.encodeHexString(hash("SHA-256", c.body.getBytes("UTF-8"))); s.send = Maker::apache; });
    row("JDK HttpClient", "serial-and-newline", "getSerialNumber() in decimal, and a text block", "serial-decimal, trailing-newline", "get", s -> { s.keyId = "SN=" + certificate.getSerialNumber() + "," + AFTER_SERIAL; s.join = l -> String.join("\n", l) + "\n"; });
    row("Bouncy Castle", "bc-and-gson", "X500Name.toString(), and Gson's JSON in the digest", "issuer-reversed, body-json-escaped", "body corporate", s -> { s.keyId = serial + "CA=" + bc(certificate); s.digest = Rows::gsonOf; });
    row("OkHttp", "pss-and-newline", "RSASSA-PSS, and a line feed at the end", "pss, trailing-newline", "get", s -> { s.join = l -> String.join("\n", l) + "\n"; s.sign = d -> { Signature g = Signature.getInstance("RSASSA-PSS"); g.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1)); g.initSign(key); g.update(d); return g.sign(); }; s.send = Maker::okhttp; });
  }

  static String bc(java.security.cert.X509Certificate one) {
    try { return new JcaX509CertificateHolder(one).getIssuer().toString(); } catch (Exception e) { throw new IllegalStateException(e); }
  }

}
