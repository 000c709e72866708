// .NET Framework's classes, as Mono runs them: HttpClient, RSACryptoServiceProvider, X509Certificate2.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Numerics;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Web.Script.Serialization;

class Maker {
  const string After = "CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO";
  static readonly RSACryptoServiceProvider Key = new RSACryptoServiceProvider();
  static readonly JavaScriptSerializer Json = new JavaScriptSerializer();
  static object[] contexts;

  /** What one program does otherwise; each field stands for a line of its code. */
  class Slip {
    public Func<byte[], string> Digest = body => Convert.ToBase64String(Sha256(body));
    public Func<IEnumerable<string>, string> Join = lines => string.Join("\n", lines);
    public string Hash = "SHA256", KeyId = "SN=4F3AC29B07D1E86C," + After;
  }

  static byte[] Sha256(byte[] data) { return SHA256.Create().ComputeHash(data); }
  static byte[] Kit(string name) { return File.ReadAllBytes(Path.Combine(Environment.GetEnvironmentVariable("KIT"), name)); }

  static void Row(string id, string what, string expects, int at, Action<Slip> change) {
    var s = new Slip(); change(s);
    var c = (Dictionary<string, object>)contexts[at];
    var headers = new List<KeyValuePair<string, string>>();
    Action<string, string> add = (name, value) => headers.Add(new KeyValuePair<string, string>(name, value));
    add("Date", DateTime.UtcNow.ToString("r"));
    byte[] body = c.ContainsKey("body") ? Encoding.UTF8.GetBytes(Json.Serialize(c["body"])) : null;
    if (body != null) add("Digest", "SHA-256=" + s.Digest(body));
    add("X-Request-ID", Guid.NewGuid().ToString());
    add("TPP-Redirect-URI", (string)c["redirect"]);
    var names = string.Join(" ", headers.Select(h => h.Key.ToLowerInvariant()));
    var signed = Encoding.UTF8.GetBytes(s.Join(headers.Select(h => h.Key.ToLowerInvariant() + ": " + h.Value)));
    var signature = Convert.ToBase64String(Key.SignData(signed, s.Hash));
    add("Signature", "keyId=\"" + s.KeyId + "\",algorithm=\"rsa-sha256\",headers=\"" + names + "\",signature=\"" + signature + "\"");
    add("TPP-Signature-Certificate", Encoding.ASCII.GetString(Kit("own.b64")).Trim());
    var note = new Dictionary<string, object> { { "id", id }, { "what", what }, { "expects", new[] { expects } }, { "stack", ".NET HttpClient" }, { "signed", Convert.ToBase64String(signed) } };
    File.AppendAllText(Environment.GetEnvironmentVariable("NOTES"), Json.Serialize(note) + "\n");
    var request = new HttpRequestMessage(new HttpMethod((string)c["method"]), Environment.GetEnvironmentVariable("BANK") + c["path"]);
    if (body != null) { request.Content = new ByteArrayContent(body); request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json"); }
    foreach (var one in headers) request.Headers.TryAddWithoutValidation(one.Key, one.Value);
    new HttpClient().SendAsync(request).Wait();
  }

  static void Main(string[] args) {
    contexts = (object[])Json.DeserializeObject(File.ReadAllText(args[0]));
    var certificate = new X509Certificate2(Kit("own.der"));
    Key.ImportParameters(Pem.Read(Kit("own.rsa.key")));
    Row("bit-converter", "BitConverter.ToString of the hash without its hyphens", "digest-hex", 1, s => s.Digest = b => BitConverter.ToString(Sha256(b)).Replace("-", ""));
    Row("append-line", "Environment.NewLine on Windows", "crlf", 0, s => s.Join = l => string.Join("\r\n", l));
    Row("sha1", "SignData(bytes, \"SHA1\")", "hash-sha1", 0, s => s.Hash = "SHA1");
    Row("serial-integer", "new BigInteger(GetSerialNumber())", "serial-decimal", 1, s => s.KeyId = "SN=" + new BigInteger(certificate.GetSerialNumber()) + "," + After);
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
