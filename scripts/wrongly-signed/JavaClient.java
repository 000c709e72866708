// A signing client as a JVM developer writes it, for the hand-made corpus: nothing of Sandbank in it. It
// collects entries as JSON; each is wrong in what WronglySigned.java does with it.
import java.io.FileInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

class JavaClient {
  static final String BODY = "{\"instructedAmount\":{\"amount\":\"99.50\",\"currency\":\"EUR\"},\"creditorName\":\"Gr\u00f8nn \u00c6rlighet\"}";
  static final String REDIRECT = "https://tpp.example/cb?state=x%2By&spr%C3%A5k=nb";
  static final Instant NOW = Instant.parse("2026-11-03T09:05:07Z");
  static final DateTimeFormatter HTTP = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  static String folder;
  static final List<String> entries = new ArrayList<>();

  // ------------------------------------------------------------------ a client as one writes it

  static Map<String, String> payment() throws Exception {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Date", HTTP.format(NOW));
    headers.put("Digest", "SHA-256=" + base64(hash("SHA-256", BODY.getBytes(StandardCharsets.UTF_8))));
    headers.put("X-Request-ID", "3fa85f64-5717-4562-b3fc-2c963f66afa6");
    headers.put("PSU-ID", "dbb1884f-f3d4-40e3-b3d3-aeb4f2516ecf");
    headers.put("PSU-Corporate-ID", "0b9e486c-7580-4fac-a44b-cbdfcbe628ad");
    headers.put("TPP-Redirect-URI", REDIRECT);
    return headers;
  }

  static Map<String, String> user() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Date", HTTP.format(NOW));
    headers.put("X-Request-ID", "3fa85f64-5717-4562-b3fc-2c963f66afa6");
    return headers;
  }

  static String join(Map<String, String> headers, String colon, String end) {
    return headers.entrySet().stream().map(e -> e.getKey().toLowerCase(Locale.ROOT) + colon + e.getValue()).collect(Collectors.joining(end));
  }

  static String text(Map<String, String> headers) {
    return join(headers, ": ", "\n");
  }

  static PrivateKey key(String name) throws Exception {
    return KeyFactory.getInstance(name.equals("ec") ? "EC" : "RSA").generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(Path.of(folder, name + ".key.der"))));
  }

  static X509Certificate certificate(String name) throws Exception {
    return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new FileInputStream(folder + "/" + name + ".pem"));
  }

  static byte[] sign(String algorithm, String key, byte[] text) throws Exception {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key(key));
    signature.update(text);
    return signature.sign();
  }

  static String sign(String text) throws Exception {
    return base64(sign("SHA256withRSA", "tpp", text.getBytes(StandardCharsets.UTF_8)));
  }

  static byte[] hash(String algorithm, byte[] bytes) throws Exception {
    return MessageDigest.getInstance(algorithm).digest(bytes);
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  static String hex(byte[] bytes) {
    StringBuilder hex = new StringBuilder();
    for (byte b : bytes) hex.append(String.format("%02x", b));
    return hex.toString();
  }

  static String keyId(X509Certificate certificate, String issuer) {
    return "SN=" + certificate.getSerialNumber().toString(16).toUpperCase() + ",CA=" + issuer;
  }

  // ------------------------------------------------------------------ entries

  static String one(String... names) {
    return "{\"mistakes\":[" + List.of(names).stream().map(JavaClient::json).collect(Collectors.joining(",")) + "]}";
  }

  static String any(String sets) {
    return "{\"anyOf\":" + sets + "}";
  }

  static String none(String wish) {
    return "{\"mistakes\":null,\"wish\":[" + json(wish) + "]}";
  }

  static void post(String title, String signed, String expect, String note, String... says) throws Exception {
    entry(title, payment(), BODY, sign(signed), "SIG-10", expect, note, says);
  }

  static void post(String title, byte[] signed, String expect, String note, String... says) throws Exception {
    entry(title, payment(), BODY, base64(sign("SHA256withRSA", "tpp", signed)), "SIG-10", expect, note, says);
  }

  static void date(String title, String value, String expect, String note) throws Exception {
    Map<String, String> signed = payment();
    signed.put("Date", value);
    post("Date signed: " + title, text(signed), expect, note, "date");
  }

  static void redirect(String title, String value, String expect, String note) throws Exception {
    Map<String, String> signed = payment();
    signed.put("TPP-Redirect-URI", value);
    post("redirect: " + title, text(signed), expect, note, "TPP-Redirect-URI");
  }

  static void signature(String title, String signature, String expect, String note, String... says) throws Exception {
    entry(title, payment(), BODY, signature, "SIG-10", expect, note, says);
  }

  static void digest(String title, String hashed, String expect, String note) throws Exception {
    digest(title, hashed.getBytes(StandardCharsets.UTF_8), expect, note);
  }

  static void digest(String title, byte[] hashed, String expect, String note) throws Exception {
    Map<String, String> headers = payment();
    headers.put("Digest", "SHA-256=" + base64(hash("SHA-256", hashed)));
    entry("Digest header: " + title, headers, BODY, sign(text(headers)), "SIG-12", expect, note, "digest", "body");
  }

  static void keyId(String rule, String title, String keyId, String expect, String note, String... says) throws Exception {
    whole("keyId: " + title, value(keyId, payment(), sign(text(payment()))), rule, expect, note, says);
  }

  static String value(String keyId, Map<String, String> headers, String signature) {
    return "keyId=\"" + keyId + "\",algorithm=\"rsa-sha256\",headers=\"" + String.join(" ", headers.keySet()).toLowerCase(Locale.ROOT) + "\",signature=\"" + signature + "\"";
  }

  static void entry(String title, Map<String, String> headers, String body, String signature, String rule, String expect, String note, String... says) throws Exception {
    X509Certificate tpp = certificate("tpp");
    add(title, headers, body, value(keyId(tpp, tpp.getIssuerX500Principal().getName()), headers, signature), rule, expect, note, says);
  }

  static void whole(String title, String value, String rule, String expect, String note, String... says) throws Exception {
    add(title, payment(), BODY, value, rule, expect, note, says);
  }

  static void add(String title, Map<String, String> headers, String body, String value, String rule, String expect, String note, String... says) throws Exception {
    Map<String, String> sent = new LinkedHashMap<>(headers);
    sent.put("TPP-Signature-Certificate", base64(certificate("tpp").getEncoded()));
    sent.put("Signature", value);
    if (!body.isEmpty()) sent.put("Content-Type", "application/json");
    StringJoiner list = new StringJoiner(",", "[", "]");
    // Header values go out as UTF-8, one character per byte.
    sent.forEach((name, v) -> list.add("[" + json(name) + "," + json(new String(v.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)) + "]"));
    entries.add("{\"title\":" + json(title) + ",\"madeWith\":\"Java 17\",\"method\":" + json(body.isEmpty() ? "GET" : "POST")
        + ",\"target\":" + json(body.isEmpty() ? "/v1/user" : "/v1/payments/sepa-credit-transfers") + ",\"headers\":" + list
        + ",\"body\":" + json(base64(body.getBytes(StandardCharsets.UTF_8))) + ",\"refusedBy\":" + (rule == null ? "null" : json(rule)) + ",\"expect\":" + expect
        + ",\"says\":[" + List.of(says).stream().map(JavaClient::json).collect(Collectors.joining(",")) + "],\"note\":" + json(note) + "}");
  }

  static String json(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) out.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
    return out.append('"').toString();
  }
}
