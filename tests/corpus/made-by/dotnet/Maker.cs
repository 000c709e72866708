// .NET Framework's classes, as Mono runs them: HttpClient, HttpWebRequest, RSACryptoServiceProvider, X509Certificate2.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Numerics;
using System.Globalization;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Web.Script.Serialization;

class Slip {
  public Func<string> Date = () => DateTime.UtcNow.ToString("r");
  public Func<string, byte[]> BodyBytes = text => new UTF8Encoding(false).GetBytes(text);
  public Func<string, object, string> Digest = (body, o) => "SHA-256=" + Convert.ToBase64String(Maker.Sha256(Encoding.UTF8.GetBytes(body)));
  public Func<string, string, Dictionary<string, object>, string> Value = (n, v, c) => v;
  public Func<string, string, string> Line = (n, v) => n + ": " + v;
  public Func<IEnumerable<string>, string> Join = lines => string.Join("\n", lines);
  public Func<string, byte[]> Bytes = text => Encoding.UTF8.GetBytes(text);
  public Func<byte[], byte[]> Sign = data => Maker.Key.SignData(data, "SHA256");
  public Func<byte[], string> Encode = raw => Convert.ToBase64String(raw);
  public string KeyId = Maker.Own;
  public string[] Names;
  public Action<string, string, Dictionary<string, string>, byte[]> Send = Maker.ByHttpClient;
}

class Maker {
  public const string After = "CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO";
  public const string Own = "SN=4F3AC29B07D1E86C," + After;
  public static RSACryptoServiceProvider Key = new RSACryptoServiceProvider();
  static readonly JavaScriptSerializer Json = new JavaScriptSerializer();
  static readonly Dictionary<string, int> Taken = new Dictionary<string, int>();
  static object[] contexts;
  static X509Certificate2 certificate;

  public static byte[] Sha256(byte[] data) { return SHA256.Create().ComputeHash(data); }
  static byte[] Kit(string name) { return File.ReadAllBytes(Path.Combine(Environment.GetEnvironmentVariable("KIT"), name)); }
  static string Bank { get { return Environment.GetEnvironmentVariable("BANK"); } }

  public static void ByHttpClient(string method, string url, Dictionary<string, string> headers, byte[] body) {
    var request = new HttpRequestMessage(new HttpMethod(method), url);
    if (body != null) { request.Content = new ByteArrayContent(body); request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json; charset=utf-8"); }
    foreach (var one in headers) request.Headers.TryAddWithoutValidation(one.Key, one.Value);
    new HttpClient().SendAsync(request).Wait();
  }

  public static void ByWebRequest(string method, string url, Dictionary<string, string> headers, byte[] body) {
    var request = (HttpWebRequest)WebRequest.Create(url);
    request.Method = method;
    request.ServicePoint.Expect100Continue = false;
    foreach (var one in headers) {
      if (one.Key == "Date") request.Date = DateTime.Parse(one.Value, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal | DateTimeStyles.AssumeUniversal);
      else request.Headers[one.Key] = one.Value;
    }
    if (body != null) { request.ContentType = "application/json"; using (var stream = request.GetRequestStream()) stream.Write(body, 0, body.Length); }
    request.GetResponse().Close();
  }

  static Dictionary<string, object> Following(string tags) {
    var fit = contexts.Cast<Dictionary<string, object>>().Where(c => {
      var its = ((object[])c["tags"]).Cast<string>().ToList();
      if (c.ContainsKey("psu")) its.Add("psu");
      return tags.Split(' ').Where(t => t != "").All(its.Contains);
    }).ToList();
    int at; Taken.TryGetValue(tags, out at); Taken[tags] = at + 1;
    return fit[at % fit.Count];
  }

  static void Row(string id, string what, string expects, string tags, Action<Slip> change, Dictionary<string, object> more = null) {
    var s = new Slip(); change(s);
    var c = Following(tags);
    var headers = new Dictionary<string, string> { { "X-Request-ID", Guid.NewGuid().ToString() }, { "TPP-Redirect-URI", (string)c["redirect"] } };
    if (c.ContainsKey("psu")) headers["PSU-ID"] = "6c875382-8963-4617-a931-738c9b8bae7f";
    if (c.ContainsKey("corporate")) headers["PSU-Corporate-ID"] = "e1b1d8c6-3f0e-4a0c-8d27-9b86c2f4a1d0";
    headers["Date"] = s.Date();
    byte[] body = null;
    if (c.ContainsKey("body")) {
      var text = Plain(c["body"]);
      headers["Digest"] = s.Digest(text, c["body"]);
      body = s.BodyBytes(text);
    }
    var lower = headers.ToDictionary(h => h.Key.ToLowerInvariant(), h => h.Value);
    lower["(request-target)"] = ((string)c["method"]).ToLowerInvariant() + " " + c["path"];
    var names = s.Names ?? new[] { "date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri" }.Where(lower.ContainsKey).ToArray();
    var signed = s.Bytes(s.Join(names.Select(n => s.Line(n, s.Value(n, lower[n], c)))));
    headers["TPP-Signature-Certificate"] = Encoding.ASCII.GetString(Kit("own.b64")).Trim();
    headers["Signature"] = "keyId=\"" + s.KeyId + "\",algorithm=\"rsa-sha256\",headers=\"" + string.Join(" ", names) + "\",signature=\"" + s.Encode(s.Sign(signed)) + "\"";
    var note = new Dictionary<string, object>(more ?? new Dictionary<string, object>()) { { "id", id }, { "what", what }, { "expects", expects.Split(new[] { ", " }, StringSplitOptions.RemoveEmptyEntries) }, { "stack", ".NET (Mono)" }, { "signed", Convert.ToBase64String(signed) } };
    File.AppendAllText(Environment.GetEnvironmentVariable("NOTES"), Json.Serialize(note) + "\n");
    try { s.Send((string)c["method"], Bank + c["path"], headers, body); } catch (Exception e) { Console.Error.WriteLine(id + ": " + (e.InnerException ?? e).Message); }
  }

  /** As Newtonsoft.Json and System.Text.Json with the relaxed encoder print it. */
  static string Plain(object o) {
    var text = Json.Serialize(o);
    return text.Replace("\\u0026", "&").Replace("\\u003c", "<").Replace("\\u003e", ">").Replace("\\u0027", "'");
  }
  static string Digest(byte[] data) { return "SHA-256=" + Convert.ToBase64String(Sha256(data)); }
  static Dictionary<string, object> Cause(string cause, string says = null, string source = null) {
    var more = new Dictionary<string, object> { { "cause", cause } };
    if (says != null) more["says"] = new[] { says };
    if (source != null) more["source"] = source;
    return more;
  }
  static Dictionary<string, object> Source(string source) { return new Dictionary<string, object> { { "source", source } }; }
  static readonly string[] Target = { "(request-target)", "date", "x-request-id", "psu-id", "tpp-redirect-uri" };
  static Func<string, string, Dictionary<string, object>, string> On(string name, Func<string, Dictionary<string, object>, string> change) { return (n, v, c) => n == name ? change(v, c) : v; }

  static void Main(string[] args) {
    contexts = (object[])Json.DeserializeObject(File.ReadAllText(args[0]));
    certificate = new X509Certificate2(Kit("own.der"));
    Key.ImportParameters(Pem.Read(Kit("own.rsa.key")));
    var serial = "SN=" + certificate.SerialNumber.TrimStart('0') + ",";
    Row("environment-newline", "Environment.NewLine on Windows", "crlf", "get", s => s.Join = l => string.Join("\r\n", l));
    Row("append-line", "StringBuilder.AppendLine on Windows", "crlf, trailing-newline", "body", s => s.Join = l => string.Join("\r\n", l) + "\r\n");
    Row("append-line-linux", "StringBuilder.AppendLine in a container", "trailing-newline", "delete", s => s.Join = l => string.Join("\n", l) + "\n");
    Row("verbatim", "A verbatim string @\"\\n\"", "joined-with-escaped-newline", "body", s => s.Join = l => string.Join(@"\n", l));
    Row("bit-converter", "BitConverter.ToString of the hash: hexadecimal with hyphens", "SIG-12 | digest-hex", "body", s => s.Digest = (b, o) => "SHA-256=" + BitConverter.ToString(Sha256(Encoding.UTF8.GetBytes(b))));
    Row("bit-converter-plain", "The same without the hyphens, in capitals", "digest-hex", "body letters", s => s.Digest = (b, o) => "SHA-256=" + BitConverter.ToString(Sha256(Encoding.UTF8.GetBytes(b))).Replace("-", ""), Source("https://slproject.gitbook.io/sl-einv-project/en/signature-value-calculation"));
    Row("signature-bit-converter", "BitConverter.ToString of the signature", "signature-hex", "get", s => s.Encode = r => BitConverter.ToString(r));
    Row("insert-line-breaks", "Base64FormattingOptions.InsertLineBreaks, its CRLF replaced by a space", "signature-white-space", "get query", s => s.Encode = r => Convert.ToBase64String(r, Base64FormattingOptions.InsertLineBreaks).Replace("\r\n", " "));
    Row("url-encode", "WebUtility.UrlEncode of the signature", "signature-percent-encoded", "body", s => s.Encode = r => WebUtility.UrlEncode(Convert.ToBase64String(r)));
    Row("unicode", "Encoding.Unicode.GetBytes of the string", "utf16", "get", s => s.Bytes = Encoding.Unicode.GetBytes);
    Row("unicode-body", "Encoding.Unicode.GetBytes of the body where it is hashed", "body-utf16", "body", s => s.Digest = (b, o) => Digest(Encoding.Unicode.GetBytes(b)));
    Row("ascii-body", "Encoding.ASCII.GetBytes of the body where it is hashed: letters become question marks", "", "body letters", s => s.Digest = (b, o) => Digest(Encoding.ASCII.GetBytes(b)), Cause("letters outside ASCII became question marks in what was hashed", "ASCII|question|\\?", "https://slproject.gitbook.io/sl-einv-project/en/signature-value-calculation"));
    Row("default-body", "Encoding.Default on Windows hashes windows-1252", "body-latin1", "body letters", s => s.Digest = (b, o) => Digest(Encoding.GetEncoding(1252).GetBytes(b)));
    Row("stream-writer", "StreamWriter with Encoding.UTF8 writes a byte order mark", "body-bom", "body", s => s.BodyBytes = b => { var m = new MemoryStream(); using (var w = new StreamWriter(m, Encoding.UTF8)) w.Write(b); return m.ToArray(); });
    Row("script-serializer", "JavaScriptSerializer escapes & < > ' as \\u0026; its text is hashed", "body-json-escaped", "body corporate", s => s.Digest = (b, o) => Digest(Encoding.UTF8.GetBytes(Json.Serialize(o))));
    Row("system-text-json", "System.Text.Json escapes letters as \\u00E5 with capitals; its text is hashed", "body-json-escaped", "body letters", s => s.Digest = (b, o) => Digest(Encoding.UTF8.GetBytes(string.Concat(b.Select(ch => ch > 126 || "&<>'+".IndexOf(ch) >= 0 ? "\\u" + ((int)ch).ToString("X4") : ch.ToString())))));
    Row("indented-crlf", "WriteIndented on Windows: two spaces and CRLF are hashed", "body-pretty-printed, ? body-crlf", "body bulk", s => s.Digest = (b, o) => Digest(Encoding.UTF8.GetBytes("{\r\n  \"paymentIds\": [\r\n    \"5d0c3f8e\",\r\n    \"77aa01bc\"\r\n  ],\r\n  \"consentIds\": []\r\n}")));
    Row("now-as-gmt", "DateTime.Now.ToString(\"r\") does not turn local time into GMT", "SIG-11", "get", s => s.Date = () => DateTime.UtcNow.AddHours(1).ToString("r"), new Dictionary<string, object> { { "says", new[] { "zone|local time|hour" } } });
    Row("sortable", "ToString(\"s\")", "SIG-11", "body", s => s.Date = () => DateTime.UtcNow.ToString("s"));
    Row("culture", "ToString of the culture nb-NO", "SIG-11", "get", s => s.Date = () => DateTime.UtcNow.ToString("dd.MM.yyyy HH:mm:ss", CultureInfo.GetCultureInfo("nb-NO")));
    Row("signed-zzz", "The string has ToString(\"ddd, dd MMM yyyy HH:mm:ss zzz\")", "date-format", "get bank", s => s.Value = On("date", (v, c) => v.Replace("GMT", "+00:00")));
    Row("signed-o", "The string has ToString(\"o\")", "date-format", "body", s => s.Value = On("date", (v, c) => DateTime.Parse(v, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal).ToString("o")));
    Row("sha1", "SignData(bytes, \"SHA1\")", "hash-sha1", "get", s => s.Sign = d => Key.SignData(d, "SHA1"));
    Row("sign-data-of-hash", "SignData of ComputeHash", "hashed-twice", "body", s => s.Bytes = t => Sha256(Encoding.UTF8.GetBytes(t)));
    Row("sign-hex-hash", "SignData of the hexadecimal hash in capitals", "hex-of-hash", "get query", s => s.Bytes = t => Encoding.UTF8.GetBytes(BitConverter.ToString(Sha256(Encoding.UTF8.GetBytes(t))).Replace("-", "")));
    Row("capi-reversed", "The signature of CryptoAPI, whose bytes are the other way round", "byte-order", "body", s => s.Sign = d => Key.SignData(d, "SHA256").Reverse().ToArray());
    Row("serial-bytes", "BitConverter.ToString(GetSerialNumber()): the bytes are the other way round", "serial-wrong", "get", s => s.KeyId = "SN=" + BitConverter.ToString(certificate.GetSerialNumber()).Replace("-", "") + "," + After, Cause("the bytes of the serial number are reversed", "revers|other way", "http://www.devnewsgroups.net/dotnetframework/t11235-bug-x509certificate-getserialnumber-x509certificate-getserialnumberstring.aspx"));
    Row("serial-integer", "new BigInteger(GetSerialNumber())", "serial-decimal", "body", s => s.KeyId = "SN=" + new BigInteger(certificate.GetSerialNumber()) + "," + After);
    Row("thumbprint", "The thumbprint in place of the serial number", "serial-wrong", "get", s => s.KeyId = "SN=" + certificate.Thumbprint + "," + After);
    Row("subject", "certificate.Subject", "issuer-is-subject", "body", s => s.KeyId = serial + "CA=" + certificate.Subject);
    Row("issuer-name-decode", "IssuerName.Decode(X500DistinguishedNameFlags.None), in the order of the certificate", "issuer-reversed", "get", s => s.KeyId = serial + "CA=" + certificate.IssuerName.Decode(X500DistinguishedNameFlags.None));
    Row("issuer-semicolons", "IssuerName.Decode(UseSemicolons)", "issuer-reversed, ? issuer-separator", "delete", s => s.KeyId = serial + "CA=" + certificate.IssuerName.Decode(X500DistinguishedNameFlags.UseSemicolons));
    Row("issuer-simple-name", "GetNameInfo(SimpleName, true)", "issuer-rdn-missing | issuer-wrong", "get", s => s.KeyId = serial + "CA=" + certificate.GetNameInfo(X509NameType.SimpleName, true));
    Row("guid-n", "Guid.ToString(\"N\") in the string", "id-form", "get", s => s.Value = On("x-request-id", (v, c) => Guid.Parse(v).ToString("N")));
    Row("guid-b", "Guid.ToString(\"B\") in the string", "id-form", "body", s => s.Value = On("x-request-id", (v, c) => Guid.Parse(v).ToString("B")));
    Row("guid-upper", "ToUpper() in the string, as SQL Server shows an id", "id-case", "delete", s => s.Value = On("psu-id", (v, c) => v.ToUpper()));
    Row("guid-twice", "Guid.NewGuid() in a property", "", "get", s => s.Value = On("x-request-id", (v, c) => Guid.NewGuid().ToString()), Cause("the id that was signed is not known to anyone else"));
    Row("uri-to-string", "Uri.ToString() of the redirect unescapes it", "redirect-percent-decoded", "body corporate", s => s.Value = On("tpp-redirect-uri", (v, c) => new Uri(v).ToString()));
    Row("escape-data-string", "Uri.EscapeDataString of the redirect", "redirect-percent-encoded", "psu", s => s.Value = On("tpp-redirect-uri", (v, c) => Uri.EscapeDataString(v)));
    Row("absolute-path", "RequestUri.AbsolutePath in (request-target)", "request-target-without-query", "get query", s => { s.Names = Target; s.Value = On("(request-target)", (v, c) => "get " + new Uri(Bank + c["path"]).AbsolutePath); });
    Row("method-to-string", "HttpMethod.Get.ToString() in (request-target)", "request-target-capitals", "get query", s => { s.Names = Target; s.Value = On("(request-target)", (v, c) => HttpMethod.Get + " " + new Uri(Bank + c["path"]).PathAndQuery); });
    Row("web-names", "The keys of WebHeaderCollection", "names-in-capitals", "get", s => s.Line = (n, v) => CultureInfo.InvariantCulture.TextInfo.ToTitleCase(n) + ": " + v);
    Row("web-request-date", "HttpWebRequest.Date is set again from a clock two seconds ahead", "date-other-second", "get bank", s => { s.Value = On("date", (v, c) => DateTime.Parse(v, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal).AddSeconds(-2).ToString("r")); s.Send = ByWebRequest; });
    Row("serial-and-newline", "GetSerialNumber() as a number, and AppendLine", "serial-decimal, trailing-newline", "get", s => { s.KeyId = "SN=" + new BigInteger(certificate.GetSerialNumber()) + "," + After; s.Join = l => string.Join("\n", l) + "\n"; });
    Row("hex-and-crlf", "BitConverter for the digest, AppendLine on Windows for the string", "digest-hex, crlf, trailing-newline", "body", s => { s.Digest = (b, o) => "SHA-256=" + BitConverter.ToString(Sha256(Encoding.UTF8.GetBytes(b))).Replace("-", ""); s.Join = l => string.Join("\r\n", l) + "\r\n"; });
  }
}

/** PKCS #1 in PEM into what Mono imports. */
static class Pem {
  static byte[] der; static int at;
  public static RSAParameters Read(byte[] pem) {
    var text = Encoding.ASCII.GetString(pem);
    der = Convert.FromBase64String(string.Concat(text.Split('\n').Where(line => !line.StartsWith("-"))));
    at = 0; Header(); Integer();
    var p = new RSAParameters { Modulus = Integer(), Exponent = Integer(), D = Integer(), P = Integer(), Q = Integer(), DP = Integer(), DQ = Integer(), InverseQ = Integer() };
    p.D = Pad(p.D, 256); foreach (var set in new Action[] { () => p.DP = Pad(p.DP, 128), () => p.DQ = Pad(p.DQ, 128), () => p.InverseQ = Pad(p.InverseQ, 128) }) set();
    return p;
  }
  static byte[] Pad(byte[] data, int length) { return new byte[length - data.Length].Concat(data).ToArray(); }
  static int Header() { at += 1; int n = der[at++]; if (n < 128) return n; int length = 0; for (int i = 0; i < (n & 127); i++) length = length << 8 | der[at++]; return length; }
  static byte[] Integer() { int n = Header(); var data = der.Skip(at).Take(n).SkipWhile(b => b == 0).ToArray(); at += n; return data; }
}
