// Requests signed the way JVM clients sign: X500Principal's spellings of the issuer, BigInteger's
// lower-case serial, RFC 1123 dates as java.time prints them. Prints a JSON array of vectors.
// Run by make-signing-vectors.mjs: java SigningForms.java <cert.pem> <key.der> <instant>
import java.io.FileInputStream;
import java.nio.charset.Charset;
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
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

public class SigningForms {
  static X509Certificate certificate;
  static PrivateKey key;
  static Instant now;

  public static void main(String[] args) throws Exception {
    certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
        .generateCertificate(new FileInputStream(args[0]));
    key = KeyFactory.getInstance("RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(Path.of(args[1]))));
    now = Instant.parse(args[2]);
    X500Principal issuer = certificate.getIssuerX500Principal();
    Map<String, String> names = Map.of("2.5.4.97", "organizationIdentifier");
    String gmt = date(ZoneOffset.UTC);
    String oslo = date(ZoneId.of("Europe/Oslo"));
    Charset utf8 = StandardCharsets.UTF_8;
    Charset latin1 = StandardCharsets.ISO_8859_1;

    List<String> vectors = new ArrayList<>();
    vectors.add(vector("X500Principal.getName(), lower-case serial, one-digit day, whole value in one utf-8 word",
        issuer.getName(), gmt, utf8, "SIG-05", "SIG-11"));
    vectors.add(vector("X500Principal.getName() in one iso-8859-1 word",
        issuer.getName(), gmt, latin1, "SIG-05", "SIG-11"));
    vectors.add(vector("X500Principal.getName(RFC2253, keywords)",
        issuer.getName(X500Principal.RFC2253, names), gmt, utf8, "SIG-05", "SIG-11"));
    vectors.add(vector("X500Principal.getName(RFC1779): quoted values, OID. prefix, quotes escaped in the header",
        issuer.getName(X500Principal.RFC1779).replace("\"", "\\\""), gmt, utf8, "SIG-05", "SIG-11"));
    vectors.add(vector("X500Principal.toString(), quotes escaped in the header",
        issuer.toString().replace("\"", "\\\""), gmt, utf8, "SIG-05", "SIG-11"));
    vectors.add(vector("RFC_1123_DATE_TIME in Europe/Oslo: a numeric zone",
        issuer.getName(), oslo, utf8, "SIG-05", "SIG-11", "SIG-11"));
    System.out.println("[" + String.join(",\n", vectors) + "]");
  }

  static String date(ZoneId zone) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atZone(zone));
  }

  static String vector(String title, String issuer, String date, Charset charset, String... findings)
      throws Exception {
    String body = "{\"creditorName\":\"Bl\u00e5b\u00e6r AS\",\"instructedAmount\":{\"amount\":\"2.00\",\"currency\":\"NOK\"}}";
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
    Map<String, String> signed = new LinkedHashMap<>();
    signed.put("date", date);
    signed.put("digest", "SHA-256=" + base64(hash));
    signed.put("x-request-id", "dee9fdd7-ce7b-4e87-a068-a3e8b574e5fd");
    signed.put("psu-id", "dbb1884f-f3d4-40e3-b3d3-aeb4f2516ecf");
    signed.put("tpp-redirect-uri", "https://tpp.example/cb?state=4ebc8904");
    String signingString = signed.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue()).collect(Collectors.joining("\n"));
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key);
    signature.update(signingString.getBytes(StandardCharsets.UTF_8));
    String value = "keyId=\"SN=" + certificate.getSerialNumber().toString(16) + ",CA=" + issuer
        + "\",algorithm=\"rsa-sha256\",headers=\"" + String.join(" ", signed.keySet())
        + "\",signature=\"" + base64(signature.sign()) + "\"";
    Map<String, String> headers = new LinkedHashMap<>(signed);
    headers.put("tpp-signature-certificate", base64(certificate.getEncoded()));
    headers.put("signature", "=?" + charset.name().toLowerCase() + "?B?" + base64(value.getBytes(charset)) + "?=");
    headers.put("content-type", "application/json");
    String headersJson = headers.entrySet().stream()
        .map(entry -> json(entry.getKey()) + ":" + json(entry.getValue())).collect(Collectors.joining(","));
    String findingsJson = List.of(findings).stream().map(SigningForms::json).collect(Collectors.joining(","));
    return "{\"title\":" + json("Java: " + title) + ",\"method\":\"POST\",\"target\":\"/v1/payments/norwegian-domestic-credit-transfers\""
        + ",\"now\":" + json(now.toString()) + ",\"headers\":{" + headersJson + "},\"body\":" + json(body)
        + ",\"signingString\":" + json(signingString) + ",\"accepted\":true,\"findings\":[" + findingsJson + "]}";
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  static String json(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }
}
