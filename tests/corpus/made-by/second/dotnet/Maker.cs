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
  public string Redirect;
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
    var headers = new Dictionary<string, string> { { "X-Request-ID", Guid.NewGuid().ToString() }, { "TPP-Redirect-URI", s.Redirect ?? (string)c["redirect"] } };
    if (c.ContainsKey("psu")) headers["PSU-ID"] = "0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44";
    if (c.ContainsKey("corporate")) headers["PSU-Corporate-ID"] = "7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90";
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
    Row("environment-newline", "string.Join(Environment.NewLine, …) on Windows, deployed from there", "crlf", "body nested", s => s.Join = l => string.Join("\r\n", l), Source("https://github.com/TeleSign/node_telesign/issues/1"));
    Row("string-writer", "StringWriter.WriteLine, whose NewLine is CRLF", "crlf, trailing-newline", "get", s => s.Join = l => { var w = new StringWriter { NewLine = "\r\n" }; foreach (var one in l) w.WriteLine(one); return w.ToString(); });
    Row("vb-cr", "vbCr where vbLf was meant", "cr", "get query", s => s.Join = l => string.Join("\r", l));
    Row("append-format", "AppendFormat(\"{0}: {1}\\n\")", "trailing-newline", "body small", s => s.Join = l => string.Concat(l.Select(x => x + "\n")));
    Row("verbatim-lines", "A verbatim interpolated string, indented", "lines-indented", "delete", s => s.Join = l => string.Join("\n            ", l));
    Row("header-collection", "HttpRequestHeaders.ToString(), with its own names and CRLF", "crlf, trailing-newline, names-in-capitals", "get bank", s => { s.Line = (n, v) => Sent(n) + ": " + v; s.Join = l => string.Join("\r\n", l) + "\r\n"; });
    Row("sent-names", "The constants of the header names", "names-in-capitals", "body ndct", s => s.Line = (n, v) => Sent(n) + ": " + v);
    Row("upper-invariant", "ToUpperInvariant() for ToLowerInvariant()", "names-in-capitals", "get", s => s.Line = (n, v) => n.ToUpperInvariant() + ": " + v);
    Row("pair-to-string", "KeyValuePair.ToString(): [name, value]", "? lines-as-list", "get", s => s.Line = (n, v) => new KeyValuePair<string, string>(n, v).ToString(), Cause("each line is [name, value]", "bracket|list|comma"));
    Row("sorted-dictionary", "A SortedDictionary is signed", "another-order", "body corporate", s => s.Join = l => string.Join("\n", l.OrderByDescending(x => x, StringComparer.Ordinal)));
    Row("default-encoding", "Encoding.Default of the string on Windows, with a redirect with ø", "latin1-instead-of-utf8", "get", s => { s.Value = (n, v, c) => v; s.Bytes = t => Encoding.GetEncoding(1252).GetBytes(t); s.Redirect = "https://tpp.kontohjelp.example/psd2/callback?kunde=Bjørn"; s.Send = Raw; });
    Row("utf8-bom", "Encoding.UTF8.GetPreamble() before the string", "bom-in-front", "body periodic", s => s.Bytes = t => Encoding.UTF8.GetPreamble().Concat(Encoding.UTF8.GetBytes(t)).ToArray());
    Row("unicode-string", "Encoding.Unicode", "utf16", "get query", s => s.Bytes = Encoding.Unicode.GetBytes);
    Row("unicode-digest", "Encoding.Unicode of the body", "body-utf16", "body small", s => s.Digest = (b, o) => Digest(Encoding.Unicode.GetBytes(b)), Source("https://community.postman.com/t/encoding-utf16-with-sha256/62616"));
    Row("newtonsoft-indented", "Formatting.Indented where the body is hashed, with the CRLF of Windows", "body-pretty-printed, ? body-crlf", "body nested", s => s.Digest = (b, o) => Digest(Encoding.UTF8.GetBytes(Indented(b).Replace("\n", "\r\n"))));
    Row("text-json-escapes", "JsonSerializer escapes letters as \\u00E6 where the body is sent", "body-json-escaped", "body ndct", s => s.BodyBytes = b => Encoding.UTF8.GetBytes(string.Concat(b.Select(ch => ch < 128 ? ch.ToString() : "\\u" + ((int)ch).ToString("X4")))));
    Row("string-content", "StringContent(json) was made twice: the second from JsonConvert of the first", "body-stringified", "body small", s => s.Digest = (b, o) => Digest(Encoding.UTF8.GetBytes(Json.Serialize(b))));
    Row("convert-hex", "Convert.ToHexString of the hash", "digest-hex", "body periodic", s => s.Digest = (b, o) => "SHA-256=" + string.Concat(Sha256(Encoding.UTF8.GetBytes(b)).Select(x => x.ToString("X2"))));
    Row("digest-name", "Digest begins with SHA256=", "SIG-12 | digest-algorithm-name", "body nested", s => s.Digest = (b, o) => "SHA256=" + Convert.ToBase64String(Sha256(Encoding.UTF8.GetBytes(b))));
    Row("sha512-data", "SignData(data, HashAlgorithmName.SHA512, …)", "hash-sha512", "body ndct", s => s.Sign = d => Key.SignData(d, "SHA512"));
    Row("sign-hash-twice", "SignData of ComputeHash", "hashed-twice", "get", s => s.Bytes = t => Sha256(Encoding.UTF8.GetBytes(t)), Source("https://github.com/ml-archive/nodes-php-nemid/issues/9"));
    Row("base64-hash", "SignData of the Base64 of the hash", "base64-of-hash", "delete", s => s.Bytes = t => Encoding.UTF8.GetBytes(Convert.ToBase64String(Sha256(Encoding.UTF8.GetBytes(t)))), Source("https://github.com/BMF-RKSV-Technik/at-registrierkassen-mustercode/issues/474"));
    Row("line-breaks", "InsertLineBreaks, with spaces for its CRLF", "signature-white-space", "body small", s => s.Encode = r => Convert.ToBase64String(r, Base64FormattingOptions.InsertLineBreaks).Replace("\r\n", "  "));
    Row("url-encode", "HttpUtility.UrlEncode of the signature", "signature-percent-encoded", "get query", s => s.Encode = r => WebUtility.UrlEncode(Convert.ToBase64String(r)));
    Row("bit-converter", "BitConverter of the signature, without hyphens", "signature-hex", "get", s => s.Encode = r => BitConverter.ToString(r).Replace("-", ""));
    Row("now-to-string", "DateTime.Now.ToString(\"R\") is an hour ahead", "SIG-11", "body ndct", s => s.Date = () => DateTime.UtcNow.AddHours(1).ToString("R"), Cause("local time, called GMT", "zone|local time|hour|3600"));
    Row("round-trip-date", "ToString(\"o\") in Date", "SIG-11", "get", s => s.Date = () => DateTime.UtcNow.ToString("o"));
    Row("german-date", "ToString(\"ddd, dd MMM yyyy HH:mm:ss\") + \" GMT\" on a German server", "SIG-11", "delete", s => s.Date = () => DateTime.UtcNow.ToString("ddd, dd MMM yyyy HH:mm:ss", new CultureInfo("de-DE")) + " GMT");
    Row("signed-u", "ToString(\"u\") in the string", "date-format", "get bank", s => s.Value = On("date", (v, c) => DateTime.Parse(v, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal).ToString("u")));
    Row("guid-upper-both", "Guid.ToString().ToUpper() in the string", "id-case", "body periodic", s => s.Value = On("x-request-id", (v, c) => v.ToUpper()));
    Row("serial-hex-string", "GetSerialNumberString() of another certificate in the store", "serial-of-another-certificate | another-certificate", "get", s => s.KeyId = "SN=1B6E0F42A9," + After);
    Row("issuer-old-form", "Issuer.Replace(\", \", \"/\")", "issuer-separator | issuer-one-line", "body nested", s => s.KeyId = serial + "CA=CN=Nordic Trust Class 3 CA G2 QC Seal/OID.2.5.4.97=NTRNO-983163327/O=Nordic Trust AS/C=NO");
    Row("subject-cn", "certificate.GetNameInfo(X509NameType.SimpleName, false) as CA", "issuer-is-subject | issuer-wrong | issuer-value, ? issuer-rdn-missing", "get query", s => s.KeyId = serial + "CA=CN=Betal Lett AS");
    Row("local-path", "Uri.LocalPath in (request-target)", "request-target-without-query", "get encoded", s => { s.Names = Target; s.Value = On("(request-target)", (v, c) => v.Split('?')[0]); });
    Row("http-method", "request.Method in (request-target)", "request-target-capitals", "get state", s => { s.Names = Target; s.Value = On("(request-target)", (v, c) => v.Replace("get ", "GET ")); });
    Row("crlf-and-hex", "Environment.NewLine on Windows, and the signature as hexadecimal", "crlf, signature-hex", "get", s => { s.Join = l => string.Join("\r\n", l); s.Encode = r => BitConverter.ToString(r).Replace("-", "").ToLower(); });
    Row("serial-and-names", "The serial number as a number, and the constants of the names", "serial-decimal, names-in-capitals", "body small", s => { s.KeyId = "SN=" + BigInteger.Parse("0" + certificate.SerialNumber, NumberStyles.HexNumber) + "," + After; s.Line = (n, v) => Sent(n) + ": " + v; });
    Row("pretty-and-end", "Formatting.Indented in the digest, and AppendLine in a container", "body-pretty-printed, trailing-newline", "body nested", s => { s.Digest = (b, o) => Digest(Encoding.UTF8.GetBytes(Indented(b))); s.Join = l => string.Join("\n", l) + "\n"; });
  }

  static string Sent(string n) { return n == "(request-target)" ? n : string.Join("-", n.Split('-').Select(p => p == "id" || p == "psu" || p == "tpp" || p == "uri" ? p.ToUpper() : char.ToUpper(p[0]) + p.Substring(1))); }

  /** As Newtonsoft.Json indents. */
  static string Indented(string json) {
    var text = new StringBuilder(); int depth = 0; bool inside = false;
    for (int i = 0; i < json.Length; i++) {
      char one = json[i];
      if (one == '"' && json[i - 1] != '\\') inside = !inside;
      if (inside) { text.Append(one); continue; }
      if (one == '{' || one == '[') text.Append(one).Append('\n').Append(' ', 2 * ++depth);
      else if (one == '}' || one == ']') text.Append('\n').Append(' ', 2 * --depth).Append(one);
      else if (one == ',') text.Append(",\n").Append(' ', 2 * depth);
      else if (one == ':') text.Append(": ");
      else text.Append(one);
    }
    return text.ToString();
  }

  /** A socket of its own, since HttpClient of Mono refuses letters in a header. */
  static void Raw(string method, string url, Dictionary<string, string> headers, byte[] body) {
    using (var socket = new System.Net.Sockets.TcpClient("127.0.0.1", 8080)) {
      var text = method + " " + new Uri(url).PathAndQuery + " HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n" + string.Concat(headers.Select(h => h.Key + ": " + h.Value + "\r\n")) + "\r\n";
      var bytes = Encoding.UTF8.GetBytes(text);
      socket.GetStream().Write(bytes, 0, bytes.Length);
      new StreamReader(socket.GetStream()).ReadLine();
    }
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
