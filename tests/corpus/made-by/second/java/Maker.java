// Java: HttpClient and HttpURLConnection of the JDK, Apache HttpClient, OkHttp, Spring's RestTemplate, with
// Jackson and Gson, java.security and Bouncy Castle.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParser;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.text.SimpleDateFormat;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.HttpClients;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;

public class Maker {
  static final String AFTER_SERIAL = "CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO";
  static final String OWN = "SN=4F3AC29B07D1E86C," + AFTER_SERIAL;
  static final ObjectMapper JACKSON = new ObjectMapper();
  static final Map<String, Integer> TAKEN = new HashMap<>();
  static JsonNode contexts;
  static String file;
  static PrivateKey key;
  static X509Certificate certificate, letters;

  interface Check<A, B> { B apply(A a) throws Exception; }
  interface Change { void accept(Slip slip) throws Exception; }
  interface Sender { void send(Call call) throws Exception; }
  interface Value { String of(String name, String value, JsonNode context) throws Exception; }

  /** What one program does otherwise; each field stands for a line of its code. */
  static class Slip {
    Supplier<String> date = () -> DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    Check<JsonNode, String> serialize = node -> JACKSON.writeValueAsString(node);
    Check<Call, String> digest = call -> "SHA-256=" + sha256(call.body.getBytes("UTF-8"));
    List<String> names;
    Value value = (name, value, context) -> value;
    BiFunction<String, String, String> line = (name, value) -> name + ": " + value;
    Function<List<String>, String> join = lines -> String.join("\n", lines);
    Check<String, byte[]> bytes = text -> text.getBytes("UTF-8");
    Check<byte[], byte[]> sign = data -> sign("SHA256withRSA", data);
    Check<byte[], String> encode = raw -> Base64.getEncoder().encodeToString(raw);
    String keyId = OWN, certificateText, certificateName = "own";
    Check<Call, byte[]> sent = call -> call.body.getBytes("UTF-8");
    Sender send = Maker::jdk;
    Map<String, String> headers = Map.of();
  }

  static class Call {
    String method, path, url, body, text;
    JsonNode object;
    byte[] payload;
    Map<String, String> headers = new LinkedHashMap<>();
  }

  static byte[] kit(String name) throws Exception { return Files.readAllBytes(Path.of(System.getenv("KIT"), name)); }
  static byte[] hash(String algorithm, byte[] data) throws Exception { return MessageDigest.getInstance(algorithm).digest(data); }
  static String sha256(byte[] data) throws Exception { return Base64.getEncoder().encodeToString(hash("SHA-256", data)); }
  static String hex(byte[] data) { StringBuilder b = new StringBuilder(); for (byte one : data) b.append(String.format("%02x", one)); return b.toString(); }
  static byte[] sign(String algorithm, byte[] data) throws Exception { Signature s = Signature.getInstance(algorithm); s.initSign(key); s.update(data); return s.sign(); }

  static void jdk(Call call) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(call.url)).version(HttpClient.Version.HTTP_1_1);
    call.headers.forEach(request::header);
    request.method(call.method, call.payload == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(call.payload));
    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  static void connection(Call call) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) new java.net.URL(call.url).openConnection();
    connection.setRequestMethod(call.method);
    call.headers.forEach(connection::setRequestProperty);
    if (call.payload != null) { connection.setDoOutput(true); try (OutputStream out = connection.getOutputStream()) { out.write(call.payload); } }
    connection.getResponseCode();
  }

  static void apache(Call call) throws Exception {
    RequestBuilder builder = RequestBuilder.create(call.method).setUri(call.url);
    call.headers.forEach(builder::setHeader);
    if (call.payload != null) builder.setEntity(new ByteArrayEntity(call.payload));
    HttpClients.createDefault().execute(builder.build()).close();
  }

  /** StringEntity without a character set writes ISO-8859-1. */
  static void apacheString(Call call) throws Exception {
    RequestBuilder builder = RequestBuilder.create(call.method).setUri(call.url);
    call.headers.forEach(builder::setHeader);
    builder.setEntity(new StringEntity(call.body));
    HttpClients.createDefault().execute(builder.build()).close();
  }

  static void okhttp(Call call) throws Exception {
    okhttp3.Request.Builder builder = new okhttp3.Request.Builder().url(call.url);
    call.headers.forEach(builder::header);
    okhttp3.RequestBody body = call.payload == null ? (call.method.equals("POST") ? okhttp3.RequestBody.create(null, new byte[0]) : null) : okhttp3.RequestBody.create(null, call.payload);
    new okhttp3.OkHttpClient().newCall(builder.method(call.method, body).build()).execute().close();
  }

  static void spring(Call call) throws Exception {
    org.springframework.http.HttpHeaders headers = new org.springframework.http.HttpHeaders();
    call.headers.forEach(headers::set);
    new org.springframework.web.client.RestTemplate().exchange(call.url, org.springframework.http.HttpMethod.valueOf(call.method), new org.springframework.http.HttpEntity<>(call.payload, headers), String.class);
  }

  static JsonNode following(String tags) {
    List<JsonNode> fit = new ArrayList<>();
    for (JsonNode one : contexts) {
      List<String> its = new ArrayList<>();
      one.get("tags").forEach(tag -> its.add(tag.asText()));
      if (one.path("psu").asBoolean()) its.add("psu");
      if (its.containsAll(Arrays.stream(tags.split(" ")).filter(t -> !t.isEmpty()).collect(Collectors.toList()))) fit.add(one);
    }
    int at = TAKEN.merge(tags, 1, Integer::sum) - 1;
    return fit.get(at % fit.size());
  }

  static void row(String stack, String id, String what, String expects, String tags, Change change, String... more) throws Exception {
    Slip s = new Slip();
    change.accept(s);
    JsonNode context = following(tags);
    Call call = new Call();
    call.method = context.get("method").asText();
    call.path = context.get("path").asText();
    call.url = System.getenv("BANK") + call.path;
    call.object = context.get("body");
    call.headers.put("X-Request-ID", UUID.randomUUID().toString());
    call.headers.put("TPP-Redirect-URI", context.get("redirect").asText());
    if (context.path("psu").asBoolean()) call.headers.put("PSU-ID", "0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44");
    if (context.path("corporate").asBoolean()) call.headers.put("PSU-Corporate-ID", "7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90");
    call.headers.put("TPP-Session-ID", "6f2d0c1e9b");
    call.headers.put("PSU-IP-Address", "203.0.113.58");
    call.headers.putAll(s.headers);
    call.headers.put("Date", s.date.get());
    if (call.object != null) {
      call.body = s.serialize.apply(call.object);
      call.headers.put("Digest", s.digest.apply(call));
      call.headers.put("Content-Type", "application/json");
    }
    Map<String, String> lower = new HashMap<>();
    call.headers.forEach((name, value) -> lower.put(name.toLowerCase(), value));
    lower.put("(request-target)", call.method.toLowerCase() + " " + call.path);
    List<String> names = s.names != null ? s.names : Arrays.asList("date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri").stream().filter(lower::containsKey).collect(Collectors.toList());
    List<String> lines = new ArrayList<>();
    for (String name : names) lines.add(s.line.apply(name, s.value.of(name, lower.get(name), context)));
    call.text = s.join.apply(lines);
    byte[] signed = s.bytes.apply(call.text);
    String signature = s.encode.apply(s.sign.apply(signed));
    call.headers.put("TPP-Signature-Certificate", s.certificateText != null ? s.certificateText : new String(kit(s.certificateName + ".b64")).trim());
    call.headers.put("Signature", String.format("keyId=\"%s\",algorithm=\"rsa-sha256\",headers=\"%s\",signature=\"%s\"", s.keyId, String.join(" ", names), signature));
    call.payload = call.object == null ? null : s.sent.apply(call);
    Map<String, Object> note = new LinkedHashMap<>(Map.of("id", id, "what", what, "stack", stack, "signed", Base64.getEncoder().encodeToString(signed), "certificate", s.certificateName));
    note.put("expects", Arrays.stream(expects.split(", ")).filter(e -> !e.isEmpty()).collect(Collectors.toList()));
    for (int i = 0; i + 1 < more.length; i += 2) note.put(more[i], more[i].equals("says") ? List.of(more[i + 1]) : more[i + 1]);
    Files.writeString(Path.of(System.getenv("NOTES")), JACKSON.writeValueAsString(note) + "\n", StandardOpenOption.APPEND);
    try { s.send.send(call); } catch (Exception e) { System.err.println(id + ": " + e); }
  }

  public static void main(String[] args) throws Exception {
    file = args[0];
    contexts = JACKSON.readTree(Path.of(file).toFile());
    key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(kit("own.p8")));
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    try (InputStream in = Files.newInputStream(Path.of(System.getenv("KIT"), "own.der"))) { certificate = (X509Certificate) factory.generateCertificate(in); }
    try (InputStream in = Files.newInputStream(Path.of(System.getenv("KIT"), "letters.der"))) { letters = (X509Certificate) factory.generateCertificate(in); }
    Rows.run();
    System.exit(0);
  }
}
