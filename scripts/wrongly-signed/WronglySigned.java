// Requests signed wrongly the way JVM developers do: java.security, java.net, java.time as they come.
// Run by make-wrongly-signed.mjs: java WronglySigned <folder with keys>; prints a JSON array.
import java.math.BigInteger;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.security.auth.x500.X500Principal;

public class WronglySigned extends JavaClient {
  public static void main(String[] args) throws Exception {
    folder = args[0];
    right();
    strings();
    dates();
    addresses();
    hashes();
    texts();
    keyIds();
    bodies();
    System.out.println("[" + String.join(",\n", entries) + "]");
  }

  // ------------------------------------------------------------------ mistakes

  static void right() throws Exception {
    entry("right: payment", payment(), BODY, sign(text(payment())), null, "null", "");
    entry("right: user", user(), "", sign(text(user())), null, "null", "");
  }

  static void strings() throws Exception {
    Map<String, String> headers = payment();
    StringBuilder windows = new StringBuilder();
    for (Map.Entry<String, String> e : headers.entrySet()) windows.append(e.getKey().toLowerCase()).append(": ").append(e.getValue()).append("\r\n");
    post("each line printed with println on Windows", windows.toString(), one("crlf", "trailing-newline"), "System.lineSeparator() after every line, the last one too");
    post("String.join with System.lineSeparator() on Windows", join(headers, ": ", "\r\n"), one("crlf"), "works on the build server, fails on the laptop");
    post("Map.toString()", headers.toString(), none("map-printed"), "signs the map as it prints");
    post("StringJoiner with comma and blank", join(headers, ": ", ", "), one("joined-with-comma"), "new StringJoiner(\", \")");
    post("names in upper case", headers.entrySet().stream().map(e -> e.getKey().toUpperCase() + ": " + e.getValue()).collect(Collectors.joining("\n")), one("names-in-capitals"), "toUpperCase for a lookup");
    post("a TreeMap sorts by itself", text(new TreeMap<>(headers)), one("another-order"), "new TreeMap<>(String.CASE_INSENSITIVE_ORDER)");
    post("a HashMap has its own order", text(new HashMap<>(headers)), one("another-order"), "new HashMap<>() instead of LinkedHashMap");
    Map<String, String> without = payment();
    without.remove("PSU-Corporate-ID");
    post("PSU-Corporate-ID listed and not in the string", text(without), one("header-left-out"), "corporate customers came later", "psu-corporate-id");
    Map<String, String> nulls = payment();
    nulls.put("PSU-Corporate-ID", null);
    post("null in the string", text(nulls), one("header-empty"), "headers.get(\"psu-corporate-id\") on a map with capitals", "psu-corporate-id");
    post("UTF-16 of getBytes(UTF_16)", text(headers).getBytes(StandardCharsets.UTF_16), any("[[\"utf16\"],[\"utf16\",\"bom-in-front\"]]"), "big-endian with its mark");
    post("UTF-16 little-endian, as Encoding.Unicode of .NET", text(headers).getBytes(StandardCharsets.UTF_16LE), one("utf16"), "Encoding.Unicode.GetBytes");
    post("names and values on lines of their own", join(headers, ":\n", "\n"), none("value-on-next-line"), "two println");
    post("Turkish lower case", headers.entrySet().stream().map(e -> e.getKey().toLowerCase(new Locale("tr")) + ": " + e.getValue()).collect(Collectors.joining("\n")), none("names-turkish"), "toLowerCase() in a Turkish locale: x-request-\u0131d");
  }

  static void dates() throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    Locale.setDefault(Locale.ENGLISH);
    date("one-digit day of RFC_1123_DATE_TIME", DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.atZone(ZoneOffset.UTC)), one("date-format"), "header by the HTTP client, string by java.time");
    date("Date.toString()", new Date(NOW.toEpochMilli()).toString(), one("date-format"), "new Date().toString()");
    date("Instant.toString()", NOW.toString(), one("date-format"), "Instant.now()");
    date("epoch milliseconds", Long.toString(NOW.toEpochMilli()), one("date-format"), "System.currentTimeMillis()");
    date("zone CET of Oslo", DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss z", Locale.ENGLISH).format(NOW.atZone(ZoneId.of("Europe/Oslo"))), one("date-format"), "SimpleDateFormat with zzz and no setTimeZone");
    date("Norwegian names of days", DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", new Locale("nb", "NO")).withZone(ZoneOffset.UTC).format(NOW), none("date-format"), "default locale nb_NO: ti., 03 nov. 2026");
    date("two seconds later, one-digit day", DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.plusSeconds(2).atZone(ZoneOffset.UTC)), one("date-format", "date-other-second"), "both at once");
  }

  static void addresses() throws Exception {
    redirect("URLDecoder", URLDecoder.decode(REDIRECT, StandardCharsets.UTF_8), one("redirect-percent-decoded"), "URLDecoder.decode, plus signs too");
    redirect("URLEncoder", URLEncoder.encode(REDIRECT, StandardCharsets.UTF_8), one("redirect-percent-encoded"), "URLEncoder.encode");
    URI uri = URI.create(REDIRECT);
    redirect("without query", uri.getScheme() + "://" + uri.getAuthority() + uri.getPath(), one("redirect-without-query"), "UriComponentsBuilder without its query");
    Map<String, String> signed = payment();
    signed.put("X-Request-ID", signed.get("X-Request-ID").toUpperCase());
    post("X-Request-ID in capitals", text(signed), one("id-case"), "toUpperCase for the database", "x-request-id");
    signed.put("X-Request-ID", payment().get("X-Request-ID").replace("-", ""));
    post("X-Request-ID without hyphens", text(signed), one("id-form"), "replace(\"-\", \"\")", "x-request-id");
    signed.put("X-Request-ID", "urn:uuid:" + payment().get("X-Request-ID"));
    post("X-Request-ID as urn:uuid", text(signed), one("id-form"), "UUID of a SOAP library", "x-request-id");
    signed.put("X-Request-ID", UUID.nameUUIDFromBytes(new byte[] {1}).toString());
    post("X-Request-ID made twice", text(signed), none("id-other"), "UUID.randomUUID() once for the header, once for the string", "x-request-id");
  }

  static void hashes() throws Exception {
    byte[] text = text(payment()).getBytes(StandardCharsets.UTF_8);
    byte[] little = text(user()).getBytes(StandardCharsets.UTF_8);
    for (String[] row : new String[][] {{"SHA1", "hash-sha1"}, {"SHA224", "hash-sha224"}, {"SHA384", "hash-sha384"}, {"SHA512", "hash-sha512"}, {"MD5", "hash-md5"}}) {
      signature(row[0] + "withRSA", base64(sign(row[0] + "withRSA", "tpp", text)), one(row[1]), "the default of an old example", "SHA-256");
    }
    signature("SHA256withECDSA of an EC key", base64(sign("SHA256withECDSA", "ec", text)), one("ecdsa"), "the key of the other certificate");
    signature("ECDSA in IEEE P1363 form", base64(sign("SHA256withECDSAinP1363Format", "ec", text)), one("ecdsa"), "r and s glued, as in a JWS");
    Signature pss = Signature.getInstance("RSASSA-PSS");
    pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
    pss.initSign(key("tpp"));
    pss.update(text);
    signature("RSASSA-PSS", base64(pss.sign()), one("pss"), "PS256 of the JOSE world");
    signature("NONEwithRSA over the hash", base64(sign("NONEwithRSA", "tpp", hash("SHA-256", text))), one("no-digest-info"), "hashes by hand, and NONEwithRSA adds no DigestInfo");
    signature("SHA256withRSA over the hash", base64(sign("SHA256withRSA", "tpp", hash("SHA-256", text))), one("hashed-twice"), "hashes by hand before signing");
    signature("SHA256withRSA over the hexadecimal hash", base64(sign("SHA256withRSA", "tpp", hex(hash("SHA-256", text)).getBytes())), one("hex-of-hash"), "DigestUtils.sha256Hex before signing");
    signature("SHA256withRSA over the base64 of the hash", base64(sign("SHA256withRSA", "tpp", base64(hash("SHA-256", text)).getBytes())), one("base64-of-hash"), "base64 of the hash before signing");
    Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
    cipher.init(Cipher.ENCRYPT_MODE, key("tpp"));
    signature("hexadecimal hash through Cipher", base64(cipher.doFinal(hex(hash("SHA-256", text)).getBytes())), one("no-digest-info", "hex-of-hash"), "encrypt with the private key, the old way");
    Cipher raw = Cipher.getInstance("RSA/ECB/NoPadding");
    raw.init(Cipher.ENCRYPT_MODE, key("tpp"));
    signature("hash through Cipher without padding", base64(raw.doFinal(hash("SHA-256", text))), one("no-padding"), "RSA/ECB/NoPadding");
    entry("the string itself through NONEwithRSA", user(), "", base64(sign("NONEwithRSA", "tpp", little)), "SIG-10", one("not-hashed"), "NONEwithRSA taken for a raw mode");
    cipher.init(Cipher.ENCRYPT_MODE, key("tpp"));
    entry("the string with CRLF at its end through Cipher", user(), "", base64(cipher.doFinal((text(user()) + "\r\n").getBytes())), "SIG-10", one("not-hashed", "trailing-newline"), "encrypts the text with the private key");
    signature("SHA512withRSA over CRLF lines", base64(sign("SHA512withRSA", "tpp", join(payment(), ": ", "\r\n").getBytes())), one("hash-sha512", "crlf"), "two defaults");
    signature("SHA1withRSA with a newline at the end", base64(sign("SHA1withRSA", "tpp", (text(payment()) + "\n").getBytes())), one("hash-sha1", "trailing-newline"), "two defaults");
    signature("HmacSHA256 with a shared secret", base64(hmac(text)), none("hmac"), "hmac-sha256, the other algorithm of the draft", "@other-key");
    signature("key of the certificate that was replaced", base64(sign("SHA256withRSA", "second", text)), one("another-key"), "old key, new certificate");
    signature("key of the certificate with 3072 bits", base64(sign("SHA256withRSA", "big", text)), one("another-key"), "key of the other environment");
    signature("key of nobody, 3072 bits", base64(sign("SHA256withRSA", "strangerBig", text)), "{\"anyOf\":[[\"another-key\"]],\"orNone\":true}", "384 bytes do not fit a key of 2048 bits");
    signature("other text through PSS", base64(pssOf("hello".getBytes())), any("[[\"pss\"]]"), "PSS shows no hash; the form is all that can be said");
  }

  static byte[] pssOf(byte[] text) throws Exception {
    Signature pss = Signature.getInstance("RSASSA-PSS");
    pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
    pss.initSign(key("tpp"));
    pss.update(text);
    return pss.sign();
  }

  static byte[] hmac(byte[] text) throws Exception {
    javax.crypto.Mac mac = javax.crypto.Mac.getInstance("HmacSHA256");
    mac.init(new javax.crypto.spec.SecretKeySpec("secret".getBytes(), "HmacSHA256"));
    return mac.doFinal(text);
  }

  static void texts() throws Exception {
    byte[] bytes = sign("SHA256withRSA", "tpp", text(payment()).getBytes(StandardCharsets.UTF_8));
    signature("new BigInteger(1, bytes).toString(16)", new BigInteger(1, bytes).toString(16), any("[[\"signature-hex\"]]"), "hexadecimal by BigInteger, which drops a zero in front", "base64");
    signature("Base64 URL encoder", Base64.getUrlEncoder().encodeToString(bytes), one("signature-base64url"), "getUrlEncoder");
    byte[] backwards = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) backwards[i] = bytes[bytes.length - 1 - i];
    signature("bytes of CryptoAPI, lowest first", base64(backwards), one("byte-order"), "CryptSignHash of Windows returns them reversed");
    signature("first 255 characters", base64(bytes).substring(0, 255), one("signature-cut"), "a VARCHAR(255) column");
    signature("first 256 characters", base64(bytes).substring(0, 256), one("signature-cut"), "a VARCHAR(256) column");
    signature("quotes inside the quotes", "\\\"" + base64(bytes) + "\\\"", one("signature-quoted"), "JSON serialised twice");
    String plain = "keyId=\"" + keyId(certificate("tpp"), certificate("tpp").getIssuerX500Principal().getName()) + "\",algorithm=\"rsa-sha256\",headers=\""
        + String.join(" ", payment().keySet()).toLowerCase() + "\",signature=\"" + Base64.getMimeEncoder().encodeToString(bytes) + "\"";
    whole("MIME encoder inside an encoded word", "=?UTF-8?B?" + base64(plain.getBytes(StandardCharsets.UTF_8)) + "?=", "SIG-10", one("signature-white-space"), "getMimeEncoder breaks lines at 76");
  }

  static void keyIds() throws Exception {
    X509Certificate tpp = certificate("tpp");
    String issuer = tpp.getIssuerX500Principal().getName();
    String serial = "4C3A19F2B0D7E655";
    keyId("SIG-05", "serial by BigInteger.toString()", "SN=" + tpp.getSerialNumber() + ",CA=" + issuer, one("serial-decimal"), "getSerialNumber() in a string", serial);
    keyId("SIG-05", "serial with 0x", "SN=0x" + tpp.getSerialNumber().toString(16) + ",CA=" + issuer, one("serial-prefix"), "String.format(\"0x%x\")", serial);
    keyId("SIG-05", "serial of the issuer", "SN=" + certificate("mid").getSerialNumber().toString(16) + ",CA=" + issuer, any("[[\"serial-of-another-certificate\"],[\"serial-wrong\"]]"), "chain[1] instead of chain[0]; the chain was not sent", serial);
    keyId("SIG-05", "hash of the certificate", "SN=" + hex(hash("SHA-1", tpp.getEncoded())) + ",CA=" + issuer, any("[[\"serial-wrong\"]]"), "the thumbprint taken for the serial", serial);
    keyId("SIG-05", "the alias of the key store", "tpp-signing-key", one("key-id-form"), "keyStore alias", "SN=");
    keyId("SIG-06", "subject instead of issuer", keyId(tpp, tpp.getSubjectX500Principal().getName()), one("issuer-is-subject"), "getSubjectX500Principal");
    keyId("SIG-06", "canonical form of X500Principal", keyId(tpp, tpp.getIssuerX500Principal().getName(X500Principal.CANONICAL)), one("issuer-case"), "CANONICAL lowers the case");
    keyId("SIG-06", "issuer of the issuer", keyId(tpp, certificate("mid").getIssuerX500Principal().getName()), any("[[\"issuer-of-root\"],[\"issuer-wrong\"],[\"issuer-value\"]]"), "chain[1].getIssuer(); the chain was not sent");
    keyId("SIG-06", "issuer encoded by URLEncoder", keyId(tpp, URLEncoder.encode(issuer, StandardCharsets.UTF_8)), one("issuer-percent-encoded"), "header values must be ASCII, somebody said");
    keyId("SIG-06", "the common name only", keyId(tpp, "CN=Pr\u00f8ve QTSP\\, CA G2"), one("issuer-rdn-missing"), "LdapName, last RDN");
    keyId("SIG-06", "letters that ASCII lacks replaced", keyId(tpp, "CN=Prove QTSP\\, CA G2,organizationIdentifier=NTRNO-974760673,O=Prove Tillit AS,C=NO"), any("[[\"issuer-letters-lost\"],[\"issuer-value\"],[\"issuer-wrong\"]]"), "Normalizer and ASCII");
  }

  static void bodies() throws Exception {
    String jackson = "{\n  \"instructedAmount\" : {\n    \"amount\" : \"99.50\",\n    \"currency\" : \"EUR\"\n  },\n  \"creditorName\" : \"Gr\u00f8nn \u00c6rlighet\"\n}";
    digest("pretty-printed by Jackson", jackson, one("body-pretty-printed"), "INDENT_OUTPUT: a blank before the colon too");
    digest("pretty-printed by Jackson on Windows", jackson.replace("\n", "\r\n"), one("body-pretty-printed", "body-crlf"), "DefaultIndenter takes the line separator of the system");
    digest("bytes of the platform's charset", BODY.getBytes(StandardCharsets.ISO_8859_1), one("body-latin1"), "getBytes() without a charset before Java 18");
    Map<String, String> signed = payment();
    signed.put("Digest", BODY);
    post("the body in the digest line", text(signed), one("digest-is-body"), "the variable of another name", "digest");
    signed.put("Digest", "SHA256=" + payment().get("Digest").substring(8));
    post("SHA256 without its hyphen in the digest line", text(signed), one("digest-algorithm-name"), "MessageDigest.getAlgorithm(), tidied", "digest");
    signed.put("Digest", payment().get("Digest").replaceAll("=+$", ""));
    post("digest line without padding", text(signed), one("digest-without-padding"), "getEncoder().withoutPadding()", "digest");
    signed.put("Digest", "SHA-256=" + Base64.getUrlEncoder().encodeToString(hash("SHA-256", BODY.getBytes(StandardCharsets.UTF_8))));
    if (!signed.equals(payment())) post("digest line from the URL encoder", text(signed), one("digest-base64url"), "getUrlEncoder", "digest");
    post("headers, newline and body", text(payment()) + "\n" + BODY, one("body-appended"), "signs the whole message");
    post("headers and body with nothing between", text(payment()) + BODY, one("body-appended"), "signature.update twice");
    post("the body alone", BODY, one("body-only"), "signs the payload, as a JWS would");
    post("the digest alone", payment().get("Digest"), one("digest-only"), "signs the Digest header's value");
    post("the digest's line alone", "digest: " + payment().get("Digest"), any("[[\"digest-only\"],[\"header-left-out\"]]"), "one line only", "digest");
    post("base64 of the body's hash", payment().get("Digest").substring(8), any("[[\"digest-only\"],[\"digest-only\",\"digest-without-algorithm\"],[\"body-only\",\"base64-of-hash\"]]"), "the digest without its name is also the base64 of the hash of the body");
    post("hexadecimal of the body's hash", hex(hash("SHA-256", BODY.getBytes(StandardCharsets.UTF_8))), any("[[\"digest-only\"],[\"digest-only\",\"digest-hex\"],[\"body-only\",\"hex-of-hash\"]]"), "sha256Hex(body)");
  }
}
