import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.URI;
import java.net.URLEncoder;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;

/** The rows; Maker has what they share. */
class Rows extends Maker {
  static final List<String> TARGET = List.of("(request-target)", "date", "x-request-id", "psu-id", "tpp-redirect-uri");
  static final List<String> POST_TARGET = List.of("(request-target)", "date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri");
  static final String MULTI = "CA=CN=Tillitsrot Seal CA 2-1 2024,2.5.4.97=NTRDE-HRB74346,OU=Trust Services,O=Tillitsrot GmbH,L=Berlin,ST=Berlin,C=DE";
  static final String JDK = "JDK HttpClient", APACHE = "Apache HttpClient", OKHTTP = "OkHttp", SPRING = "Spring RestTemplate", URLC = "JDK HttpURLConnection";

  static PrivateKey keyOf(String name) throws Exception { return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(kit(name + ".p8"))); }
  static byte[] signBy(String algorithm, PrivateKey by, byte[] data) throws Exception { Signature s = Signature.getInstance(algorithm); s.initSign(by); s.update(data); return s.sign(); }
  static byte[] pss(byte[] data) throws Exception { Signature g = Signature.getInstance("RSASSA-PSS"); g.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1)); g.initSign(key); g.update(data); return g.sign(); }
  static void multi(Slip s) throws Exception { s.certificateName = "multi"; PrivateKey by = keyOf("multi"); s.sign = d -> signBy("SHA256withRSA", by, d); s.keyId = "SN=20190417," + MULTI; }
  static Value on(String name, Check<String, String> change) { return (n, v, c) -> n.equals(name) ? change.apply(v) : v; }
  static Value target(Check<JsonNode, String> change) { return (n, v, c) -> n.equals("(request-target)") ? change.apply(c) : v; }
  static String method(JsonNode c) { return c.get("method").asText().toLowerCase(); }
  static String path(JsonNode c) { return c.get("path").asText(); }
  static Check<Call, String> digest(Check<Call, byte[]> write) { return c -> "SHA-256=" + sha256(write.apply(c)); }
  static String names(String name) { return Map.of("date", "Date", "digest", "Digest", "x-request-id", "X-Request-ID", "psu-id", "PSU-ID", "psu-corporate-id", "PSU-Corporate-ID", "tpp-redirect-uri", "TPP-Redirect-URI", "(request-target)", "(request-target)").get(name); }
  static Object toMap(JsonNode node) throws Exception { return JACKSON.treeToValue(node, Object.class); }
  static String utc(String pattern, Locale locale, String zone) { SimpleDateFormat f = new SimpleDateFormat(pattern, locale); f.setTimeZone(TimeZone.getTimeZone(zone)); return f.format(new Date()); }

  static void run() throws Exception {
    final String serial = "SN=" + certificate.getSerialNumber().toString(16).toUpperCase() + ",";
    row(OKHTTP, "joiner-line-separator", "Collectors.joining(System.lineSeparator()) on Windows", "crlf", "get", s -> { s.join = l -> l.stream().collect(Collectors.joining("\r\n")); s.send = Maker::okhttp; }, "source", "https://github.com/TeleSign/node_telesign/issues/1");
    row(SPRING, "print-writer", "PrintWriter.println for each line, in a Linux container", "trailing-newline", "body ndct", s -> { s.join = l -> String.join("\n", l) + "\n"; s.send = Maker::spring; });
    row(APACHE, "builder-appended", "append(\"\\n\") after each line, and setLength(length() - 2) as for \", \"", "", "get", s -> { s.join = l -> { String t = String.join("\n", l) + "\n"; return t.substring(0, t.length() - 2); }; s.send = Maker::apache; }, "cause", "the last character of the string is cut off", "says", "last character|cut|shorter|without (its|the) last");
    row(JDK, "yaml-separator", "separator: '\\n' in application.yml, in single quotation marks", "joined-with-escaped-newline", "get query", s -> s.join = l -> String.join("\\n", l));
    row(SPRING, "stream-joining", "Collectors.joining() without a separator", "joined-with-nothing", "delete", s -> { s.join = l -> l.stream().collect(Collectors.joining()); s.send = Maker::spring; });
    row(OKHTTP, "joining-comma", "Collectors.joining(\", \")", "joined-with-comma", "body small", s -> { s.join = l -> String.join(", ", l); s.send = Maker::okhttp; });
    row(JDK, "joining-space", "String.join(\" \", lines), as the names are joined", "joined-with-space", "get bank", s -> s.join = l -> String.join(" ", l));
    row(SPRING, "http-headers-string", "HttpHeaders.toString(): [date:\"…\", …]", "lines-as-list | lines-as-object, ? value-quoted, ? no-space-after-colon, ? joined-with-comma", "get", s -> { s.line = (n, v) -> n + ":\"" + v + "\""; s.join = l -> "[" + String.join(", ", l) + "]"; s.send = Maker::spring; });
    row(JDK, "linked-map-string", "LinkedHashMap.toString()", "lines-as-object", "body periodic", s -> { s.line = (n, v) -> n + "=" + v; s.join = l -> "{" + String.join(", ", l) + "}"; });
    row(APACHE, "header-to-string", "BasicHeader.toString(), with the names as they are sent", "names-in-capitals", "body nested", s -> { s.line = (n, v) -> names(n) + ": " + v; s.send = Maker::apache; });
    row(JDK, "string-format", "String.format(\"%s:%s\")", "no-space-after-colon", "get query", s -> s.line = (n, v) -> String.format("%s:%s", n, v));
    row(URLC, "turkish-upper", "name.toUpperCase()", "names-in-capitals", "delete", s -> { s.line = (n, v) -> n.toUpperCase(Locale.ROOT) + ": " + v; s.send = Maker::connection; });
    row(JDK, "hash-set", "The names in a Set.of are listed in another order than they are signed", "another-order", "body ndct", s -> s.join = l -> { List<String> all = new ArrayList<>(l); Collections.swap(all, 1, 3); return String.join("\n", all); });
    row(SPRING, "tree-map", "A TreeMap of the headers is signed; the list is a constant", "another-order", "body corporate", s -> { s.join = l -> { List<String> all = new ArrayList<>(l); Collections.sort(all); Collections.swap(all, 2, 3); return String.join("\n", all); }; s.send = Maker::spring; });
    row(JDK, "null-digest", "headers.get(\"digest\") is null when the string is built", "? header-empty", "body small", s -> s.value = on("digest", v -> "null"), "cause", "the word null stands where the digest should be", "says", "digest.{0,60}(null|empty|nothing|\"\")|null");
    row(OKHTTP, "interceptor-late", "A network interceptor adds PSU-Corporate-ID after signing", "SIG-08", "get bank", s -> { s.names = List.of("date", "x-request-id", "psu-id", "tpp-redirect-uri"); s.send = Maker::okhttp; });
    row(JDK, "consent-id-too", "consent-id is signed too, as other Berlin Group banks have it", "SIG-08", "get", s -> { s.headers = Map.of("Consent-ID", "7f53031f-3cd8-4270-b07f-4ea1456ba124"); s.names = List.of("date", "x-request-id", "psu-id", "tpp-redirect-uri", "consent-id"); });
    row(JDK, "list-missing-redirect", "The list of another bank: digest x-request-id date psu-id", "SIG-08", "body ndct", s -> s.names = List.of("digest", "x-request-id", "date", "psu-id"), "source", "https://developer.triodos.com/docs/signatures");
    row(SPRING, "redirect-in-uri-builder", "UriComponentsBuilder.encode() of the redirect in the string", "redirect-percent-encoded", "get encoded", s -> { s.value = on("tpp-redirect-uri", v -> v.replace("%", "%25")); s.send = Maker::spring; });
    row(JDK, "uri-decoded", "URI.create(redirect) put together from getPath() and getQuery()", "redirect-percent-decoded", "get encoded", s -> s.value = on("tpp-redirect-uri", v -> { URI u = URI.create(v); return u.getScheme() + "://" + u.getAuthority() + u.getPath() + "?" + u.getQuery(); }));
    row(JDK, "uri-without-query", "new URI(scheme, host, path, null) of the redirect", "redirect-without-query", "body nested", s -> s.value = on("tpp-redirect-uri", v -> { URI u = URI.create(v); return new URI(u.getScheme(), u.getHost(), u.getPath(), null).toString(); }));
    row(JDK, "get-path", "request.uri().getPath() in (request-target)", "request-target-without-query", "get encoded", s -> { s.names = TARGET; s.value = target(c -> method(c) + " " + URI.create(path(c)).getPath()); });
    row(OKHTTP, "http-url-string", "HttpUrl.toString() in (request-target)", "request-target-absolute", "delete", s -> { s.names = TARGET; s.value = target(c -> method(c) + " http://127.0.0.1:8080" + path(c)); s.send = Maker::okhttp; });
    row(SPRING, "servlet-path", "The path of the TPP's own controller, /api/accounts, in (request-target)", "request-target-other-prefix", "get state", s -> { s.names = TARGET; s.value = target(c -> method(c) + " /api" + path(c).replace("/v1", "")); s.send = Maker::spring; });
    row(APACHE, "request-line", "getRequestLine().toString(): GET /v1/… HTTP/1.1", "request-target-with-version, request-target-capitals", "get state", s -> { s.names = TARGET; s.value = target(c -> c.get("method").asText() + " " + path(c) + " HTTP/1.1"); s.send = Maker::apache; });
    row(JDK, "zoned-millis", "ISO_OFFSET_DATE_TIME in Date", "SIG-11", "get", s -> s.date = () -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(ZonedDateTime.now()));
    row(JDK, "millis-in-date", "'EEE, dd MMM yyyy HH:mm:ss.SSS z'", "SIG-11", "body small", s -> s.date = () -> utc("EEE, dd MMM yyyy HH:mm:ss.SSS z", Locale.ENGLISH, "GMT"));
    row(JDK, "german-locale", "SimpleDateFormat with the language of the server: So., 22 Nov.", "SIG-11", "get query", s -> s.date = () -> utc("EEE, dd MMM yyyy HH:mm:ss z", Locale.GERMANY, "GMT"));
    row(JDK, "ist-zone", "The zone of the server in its short form: IST", "SIG-11", "body ndct", s -> s.date = () -> utc("EEE, d MMM yyyy HH:mm:ss z", Locale.ENGLISH, "Asia/Kolkata"));
    row(JDK, "minutes-for-month", "'EEE, dd mmm yyyy HH:mm:ss zzz': minutes for the month", "SIG-11", "delete", s -> s.date = () -> utc("EEE, dd mmm yyyy HH:mm:ss zzz", Locale.ENGLISH, "GMT"));
    row(JDK, "week-year", "'YYYY' is right most of the year, 'DD' is the day of the year: 326", "SIG-11", "get", s -> s.date = () -> utc("EEE, DD MMM yyyy HH:mm:ss zzz", Locale.ENGLISH, "GMT"));
    row(JDK, "signed-instant", "Instant.now().toString() is signed, RFC 1123 is sent", "date-format", "body periodic", s -> s.value = on("date", v -> ZonedDateTime.parse(v, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant().toString()));
    row(URLC, "two-digit-day", "Header of one formatter, string of another: +0000 for GMT", "date-format", "get", s -> { s.value = on("date", v -> v.replace("GMT", "+0000")); s.send = Maker::connection; });
    row(JDK, "jackson-indent", "INDENT_OUTPUT is on in the mapper of the signer", "body-pretty-printed", "body nested", s -> s.digest = digest(c -> JACKSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(c.object)));
    row(SPRING, "map-to-string-body", "payload.toString() of a Map is hashed", "body-as-object", "body ndct", s -> { s.digest = digest(c -> toMap(c.object).toString().getBytes("UTF-8")); s.send = Maker::spring; });
    row(JDK, "gson-escapes", "Gson's JSON is hashed, Jackson's is sent", "body-json-escaped", "body nested", s -> s.digest = digest(c -> new Gson().toJson(JsonParser.parseString(JACKSON.writeValueAsString(c.object))).getBytes("UTF-8")), "source", "https://github.com/ChargeTimeEU/Java-OCA-OCPP/issues/206");
    row(JDK, "non-null", "setSerializationInclusion(NON_NULL) on the mapper of the signer only", "", "body numbers", s -> s.digest = digest(c -> { ((com.fasterxml.jackson.databind.node.ObjectNode) c.object).deepCopy(); com.fasterxml.jackson.databind.node.ObjectNode n = c.object.deepCopy(); n.remove("reference"); return JACKSON.writeValueAsBytes(n); }), "cause", "the digest is of the body without its null", "says", "null");
    row(JDK, "doubles", "The amount as a double where it is hashed, as an integer where it is sent", "body-numbers", "body numbers", s -> { s.serialize = n -> JACKSON.writeValueAsString(n).replace("12500.0", "12500"); s.digest = digest(c -> JACKSON.writeValueAsBytes(c.object)); });
    row(SPRING, "string-converter", "StringHttpMessageConverter writes ISO-8859-1; the digest is of UTF-8", "body-latin1", "body nested", s -> { s.sent = c -> c.body.getBytes("ISO-8859-1"); s.send = Maker::spring; }, "source", "http://hc.apache.org/httpclient-3.x/charencodings.html");
    row(JDK, "default-charset", "getBytes() with file.encoding=US-ASCII: question marks where letters were", "? body-latin1", "body ndct", s -> s.digest = digest(c -> c.body.getBytes("US-ASCII")), "cause", "letters outside ASCII became question marks in what was hashed", "says", "ASCII|question|\\?");
    row(OKHTTP, "gzip-interceptor", "OkHttp's gzip interceptor compresses after the digest was made", "body-compressed", "body ndct", s -> { s.headers = Map.of("Content-Encoding", "gzip"); s.sent = c -> { ByteArrayOutputStream out = new ByteArrayOutputStream(); try (GZIPOutputStream g = new GZIPOutputStream(out)) { g.write(c.body.getBytes("UTF-8")); } return out.toByteArray(); }; s.send = Maker::okhttp; });
    row(JDK, "sha256-hex", "DigestUtils.sha256Hex", "digest-hex", "body periodic", s -> s.digest = c -> "SHA-256=" + DigestUtils.sha256Hex(c.body));
    row(JDK, "big-integer-hex", "new BigInteger(1, hash).toString(16).toUpperCase()", "digest-hex", "body small", s -> s.digest = c -> "SHA-256=" + new BigInteger(1, hash("SHA-256", c.body.getBytes("UTF-8"))).toString(16).toUpperCase());
    row(JDK, "hash-string", "Arrays.toString(hash) in Digest", "SIG-12", "body ndct", s -> s.digest = c -> "SHA-256=" + Arrays.toString(hash("SHA-256", c.body.getBytes("UTF-8"))));
    row(APACHE, "sha-256-url", "Base64.encodeBase64URLSafeString of the hash", "digest-base64url, ? digest-without-padding", "body nested", s -> { s.digest = c -> "SHA-256=" + org.apache.commons.codec.binary.Base64.encodeBase64URLSafeString(hash("SHA-256", c.body.getBytes("UTF-8"))); s.send = Maker::apache; });
    row(JDK, "without-padding", "Base64.getEncoder().withoutPadding() for the digest", "digest-without-padding", "body corporate", s -> s.digest = c -> "SHA-256=" + Base64.getEncoder().withoutPadding().encodeToString(hash("SHA-256", c.body.getBytes("UTF-8"))));
    row(JDK, "sha512-rsa", "SHA512withRSA, as the certificate's own algorithm", "hash-sha512", "get", s -> s.sign = d -> sign("SHA512withRSA", d));
    row(JDK, "sha1-rsa", "SHA1withRSA of a constant", "hash-sha1", "body nested", s -> s.sign = d -> sign("SHA1withRSA", d));
    row("Bouncy Castle", "pss-mgf1", "SHA256withRSAandMGF1", "pss", "body ndct", s -> s.sign = Rows::pss);
    row(JDK, "none-with-hash", "NONEwithRSA of the hash", "no-digest-info", "delete", s -> s.sign = d -> sign("NONEwithRSA", hash("SHA-256", d)));
    row(JDK, "sign-hash-bytes", "SHA256withRSA of DigestUtils.sha256(text)", "hashed-twice", "get query", s -> s.bytes = t -> hash("SHA-256", t.getBytes("UTF-8")));
    row(JDK, "sign-sha256-hex", "SHA256withRSA of DigestUtils.sha256Hex(text)", "hex-of-hash", "body small", s -> s.bytes = t -> DigestUtils.sha256Hex(t).getBytes());
    row(JDK, "sign-utf16", "getBytes(StandardCharsets.UTF_16LE)", "utf16", "get bank", s -> s.bytes = t -> t.getBytes("UTF-16LE"));
    row(JDK, "mime-encoder", "getMimeEncoder(64, \" \")", "signature-white-space", "get", s -> s.encode = r -> Base64.getMimeEncoder(64, " ".getBytes()).encodeToString(r));
    row(JDK, "url-encoder", "getUrlEncoder() for the signature", "signature-base64url", "body periodic", s -> s.encode = r -> Base64.getUrlEncoder().encodeToString(r));
    row(JDK, "hex-signature", "Hex.encodeHexString(signature)", "signature-hex", "get query", s -> s.encode = Hex::encodeHexString);
    row(JDK, "transport-alias", "The keystore's first alias is the transport key", "another-key", "body nested", s -> { PrivateKey by = keyOf("transport"); s.sign = d -> signBy("SHA256withRSA", by, d); });
    row(JDK, "chain-last", "getCertificateChain(alias)[1], the authority's", "authority-certificate", "get", s -> s.certificateText = new String(kit("authority.b64")).trim());
    row(JDK, "serial-to-string", "getSerialNumber().toString()", "serial-decimal", "get", s -> { multi(s); s.keyId = "SN=" + new BigInteger("20190417", 16) + "," + MULTI; }, "source", "https://github.com/BMF-RKSV-Technik/at-registrierkassen-mustercode/issues/59");
    row(JDK, "serial-0x", "\"0x\" + getSerialNumber().toString(16)", "serial-prefix", "body small", s -> s.keyId = "SN=0x" + certificate.getSerialNumber().toString(16) + "," + AFTER_SERIAL);
    row(JDK, "issuer-dn-reversed", "LdapName.getRdns() joined, which begins with the country", "issuer-reversed", "get query", s -> { multi(s); List<String> parts = Arrays.asList("C=DE", "ST=Berlin", "L=Berlin", "O=Tillitsrot GmbH", "OU=Trust Services", "2.5.4.97=NTRDE-HRB74346", "CN=Tillitsrot Seal CA 2-1 2024"); s.keyId = "SN=20190417,CA=" + String.join(",", parts); });
    row(JDK, "issuer-canonical", "getName(CANONICAL)", "issuer-case", "delete", s -> { multi(s); s.keyId = "SN=20190417,CA=cn=tillitsrot seal ca 2-1 2024,2.5.4.97=#130e4e545244452d4852423734333436,ou=trust services,o=tillitsrot gmbh,l=berlin,st=berlin,c=de"; });
    row(JDK, "dn-for-ca", "SN=…,DN=…, as another bank's sample has it", "key-id-form", "get", s -> s.keyId = OWN.replace(",CA=", ",DN="));
    row(JDK, "subject-name", "getSubjectX500Principal() for getIssuerX500Principal()", "issuer-is-subject", "body ndct", s -> { multi(s); s.keyId = "SN=20190417,CA=CN=Seddel Pay GmbH,2.5.4.97=PSDDE-BAFIN-104523,O=Seddel Pay GmbH,L=K\\C3\\B6ln,C=DE"; });
    row(JDK, "url-encoded-issuer", "URLEncoder.encode(issuer)", "issuer-percent-encoded", "get", s -> { multi(s); s.keyId = "SN=20190417,CA=" + URLEncoder.encode(MULTI.substring(3), "UTF-8"); });
    row(JDK, "fresh-request-id", "A filter of Spring Cloud sets X-Request-ID after signing", "", "get query", s -> s.value = on("x-request-id", v -> UUID.randomUUID().toString()), "cause", "the id that was signed is not known to anyone else");
    row(JDK, "id-upper", "toUpperCase() of the id in the string", "id-case", "delete", s -> s.value = on("x-request-id", String::toUpperCase));
    row(OKHTTP, "crlf-and-sha1", "println on Windows, and SHA1withRSA", "crlf, trailing-newline, hash-sha1", "get", s -> { s.join = l -> String.join("\r\n", l) + "\r\n"; s.sign = d -> sign("SHA1withRSA", d); s.send = Maker::okhttp; });
    row(APACHE, "decimal-and-capitals", "getSerialNumber(), and the names as they are sent", "serial-decimal, names-in-capitals", "body periodic", s -> { s.keyId = "SN=" + certificate.getSerialNumber() + "," + AFTER_SERIAL; s.line = (n, v) -> names(n) + ": " + v; s.send = Maker::apache; });
    row(JDK, "space-and-order", "name:value, in the order of a TreeMap", "no-space-after-colon, another-order", "body ndct", s -> { s.line = (n, v) -> n + ":" + v; s.join = l -> { List<String> all = new ArrayList<>(l); Collections.reverse(all); return String.join("\n", all); }; });
    row(SPRING, "pretty-and-hex", "INDENT_OUTPUT where the body is hashed, and getMimeEncoder for the signature", "body-pretty-printed, signature-white-space", "body small", s -> { s.digest = digest(c -> JACKSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(c.object)); s.encode = r -> Base64.getMimeEncoder(76, " ".getBytes()).encodeToString(r); s.send = Maker::spring; });
    row(JDK, "target-and-pss", "No query in (request-target), and PSS", "request-target-without-query, pss", "get query", s -> { s.names = TARGET; s.value = target(c -> method(c) + " " + URI.create(path(c)).getPath()); s.sign = Rows::pss; });
  }
}
