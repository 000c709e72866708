// Java: the HttpClient of the JDK, with Jackson and java.security.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.URI;
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
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

public class Maker {
  static final String AFTER_SERIAL = "CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO";
  static final ObjectMapper JACKSON = new ObjectMapper();
  static JsonNode contexts;
  static PrivateKey key;

  interface Step<A, B> { B apply(A a) throws Exception; }

  /** What one program does otherwise; each field stands for a line of its code. */
  static class Slip {
    Step<byte[], String> digest = body -> Base64.getEncoder().encodeToString(sha256(body));
    Function<List<String>, String> join = lines -> String.join("\n", lines);
    String algorithm = "SHA256withRSA", keyId = "SN=4F3AC29B07D1E86C," + AFTER_SERIAL;
  }

  static byte[] kit(String name) throws Exception { return Files.readAllBytes(Path.of(System.getenv("KIT"), name)); }
  static byte[] sha256(byte[] data) throws Exception { return MessageDigest.getInstance("SHA-256").digest(data); }

  static void row(String id, String what, String expects, int at, Consumer<Slip> change) throws Exception {
    Slip s = new Slip();
    change.accept(s);
    JsonNode context = contexts.get(at);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
    byte[] body = context.has("body") ? JACKSON.writeValueAsBytes(context.get("body")) : null;
    if (body != null) headers.put("Digest", "SHA-256=" + s.digest.apply(body));
    headers.put("X-Request-ID", UUID.randomUUID().toString());
    headers.put("TPP-Redirect-URI", context.get("redirect").asText());
    String names = String.join(" ", headers.keySet()).toLowerCase();
    String text = s.join.apply(headers.entrySet().stream().map(h -> h.getKey().toLowerCase() + ": " + h.getValue()).collect(Collectors.toList()));
    byte[] signed = text.getBytes(StandardCharsets.UTF_8);
    Signature signature = Signature.getInstance(s.algorithm);
    signature.initSign(key);
    signature.update(signed);
    String written = Base64.getEncoder().encodeToString(signature.sign());
    headers.put("Signature", String.format("keyId=\"%s\",algorithm=\"rsa-sha256\",headers=\"%s\",signature=\"%s\"", s.keyId, names, written));
    headers.put("TPP-Signature-Certificate", new String(kit("own.b64")).trim());
    if (body != null) headers.put("Content-Type", "application/json");
    Map<String, Object> note = Map.of("id", id, "what", what, "stack", "JDK HttpClient", "expects", List.of(expects), "signed", Base64.getEncoder().encodeToString(signed));
    Files.writeString(Path.of(System.getenv("NOTES")), JACKSON.writeValueAsString(note) + "\n", StandardOpenOption.APPEND);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(System.getenv("BANK") + context.get("path").asText())).version(HttpClient.Version.HTTP_1_1);
    headers.forEach(request::header);
    request.method(context.get("method").asText(), body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  public static void main(String[] args) throws Exception {
    contexts = JACKSON.readTree(Path.of(args[0]).toFile());
    key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(kit("own.p8")));
    X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(kit("own.der")));
    row("hex-digest", "String.format(\"%064x\") of the hash", "digest-hex", 1, s -> s.digest = body -> String.format("%064x", new BigInteger(1, sha256(body))));
    row("line-separator", "System.lineSeparator() on Windows", "crlf", 0, s -> s.join = lines -> String.join("\r\n", lines));
    row("sha1-with-rsa", "SHA1withRSA of an old helper", "hash-sha1", 0, s -> s.algorithm = "SHA1withRSA");
    row("serial-number", "getSerialNumber() in decimal", "serial-decimal", 1, s -> s.keyId = "SN=" + certificate.getSerialNumber() + "," + AFTER_SERIAL);
    System.exit(0);
  }
}
