// Go: net/http, crypto/rsa and encoding/json, as a service signs its calls.
package main

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

const afterSerial = "CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO"
const own = "SN=4F3AC29B07D1E86C," + afterSerial

type context struct {
	Tags      []string        `json:"tags"`
	Method    string          `json:"method"`
	Path      string          `json:"path"`
	Redirect  string          `json:"redirect"`
	Psu       bool            `json:"psu"`
	Corporate bool            `json:"corporate"`
	Body      json.RawMessage `json:"body"`
}

type parts struct {
	context context
	headers map[string]string
	body    []byte
}

// slip is what one program does otherwise, in the place of the line of code that it stands for.
type slip struct {
	date   func() string
	body   func(context) []byte
	digest func(parts) string
	names  []string
	value  func(name, value string, c context) string
	line   func(name, value string) string
	join   func([]string) string
	sign   func([]byte) []byte
	encode func([]byte) string
	keyId  string
	signed func(string) []byte
	sent   func([]byte) []byte
}

type more map[string]any

var contexts []context
var taken = map[string]int{}
var key *rsa.PrivateKey
var certificate *x509.Certificate

func kit(name string) []byte {
	data, err := os.ReadFile(filepath.Join(os.Getenv("KIT"), name))
	if err != nil {
		panic(err)
	}
	return data
}

func following(tags string) context {
	var fit []context
	for _, c := range contexts {
		all := true
		for _, tag := range strings.Fields(tags) {
			found := tag == "psu" && c.Psu
			for _, one := range c.Tags {
				found = found || one == tag
			}
			all = all && found
		}
		if all {
			fit = append(fit, c)
		}
	}
	at := taken[tags]
	taken[tags]++
	return fit[at%len(fit)]
}

func uuid() string {
	b := make([]byte, 16)
	rand.Read(b)
	return fmt.Sprintf("%x-%x-4%03x-9%03x-%x", b[0:4], b[4:6], b[6:8][0], b[8:10][0], b[10:16])
}

func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return base64.StdEncoding.EncodeToString(hash[:])
}

func pkcs1(data []byte) []byte {
	hash := sha256.Sum256(data)
	raw, _ := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, hash[:])
	return raw
}

func row(id, what string, expects []string, tags string, s slip, m more) {
	c := following(tags)
	headers := map[string]string{"X-Request-ID": uuid(), "TPP-Redirect-URI": c.Redirect, "TPP-Session-ID": "S-20261122-17", "PSU-IP-Address": "192.0.2.17"}
	if c.Psu {
		headers["PSU-ID"] = "6c875382-8963-4617-a931-738c9b8bae7f"
	}
	if c.Corporate {
		headers["PSU-Corporate-ID"] = "e1b1d8c6-3f0e-4a0c-8d27-9b86c2f4a1d0"
	}
	headers["Date"] = time.Now().UTC().Format(http.TimeFormat)
	if s.date != nil {
		headers["Date"] = s.date()
	}
	var body []byte
	if c.Body != nil {
		body = []byte(c.Body)
		if s.body != nil {
			body = s.body(c)
		}
		headers["Digest"] = "SHA-256=" + sum(body)
		if s.digest != nil {
			headers["Digest"] = s.digest(parts{c, headers, body})
		}
		headers["Content-Type"] = "application/json"
	}
	lower := map[string]string{"(request-target)": strings.ToLower(c.Method) + " " + c.Path}
	for name, value := range headers {
		lower[strings.ToLower(name)] = value
	}
	names := s.names
	if names == nil {
		for _, name := range []string{"date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri"} {
			if _, there := lower[name]; there {
				names = append(names, name)
			}
		}
	}
	var lines []string
	for _, name := range names {
		value := lower[name]
		if s.value != nil {
			value = s.value(name, value, c)
		}
		line := name + ": " + value
		if s.line != nil {
			line = s.line(name, value)
		}
		lines = append(lines, line)
	}
	text := strings.Join(lines, "\n")
	if s.join != nil {
		text = s.join(lines)
	}
	bytesOf := []byte(text)
	if s.signed != nil {
		bytesOf = s.signed(text)
	}
	sign := pkcs1
	if s.sign != nil {
		sign = s.sign
	}
	encode := base64.StdEncoding.EncodeToString
	if s.encode != nil {
		encode = s.encode
	}
	keyId := own
	if s.keyId != "" {
		keyId = s.keyId
	}
	headers["TPP-Signature-Certificate"] = strings.TrimSpace(string(kit("own.b64")))
	headers["Signature"] = fmt.Sprintf(`keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"`, keyId, strings.Join(names, " "), encode(sign(bytesOf)))
	if s.sent != nil {
		body = s.sent(body)
	}
	line := map[string]any{"id": id, "what": what, "expects": expects, "stack": "Go net/http", "signed": base64.StdEncoding.EncodeToString(bytesOf)}
	for name, value := range m {
		line[name] = value
	}
	written, _ := json.Marshal(line)
	notes, _ := os.OpenFile(os.Getenv("NOTES"), os.O_APPEND|os.O_WRONLY, 0o600)
	notes.Write(append(written, '\n'))
	notes.Close()
	request, err := http.NewRequest(c.Method, os.Getenv("BANK")+c.Path, bytes.NewReader(body))
	if err == nil {
		for name, value := range headers {
			request.Header.Set(name, value)
		}
		_, err = http.DefaultClient.Do(request)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, id, err)
	}
}

func main() {
	file, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(file, &contexts)
	}
	if err != nil {
		panic(err)
	}
	block, _ := pem.Decode(kit("own.rsa.key"))
	key, _ = x509.ParsePKCS1PrivateKey(block.Bytes)
	certificate, _ = x509.ParseCertificate(kit("own.der"))
	oslo := time.FixedZone("CET", 3600)
	rows(oslo)
}

func parsed(c context) map[string]any {
	var object map[string]any
	json.Unmarshal(c.Body, &object)
	return object
}

func marshal(c context) []byte {
	data, _ := json.Marshal(parsed(c))
	return data
}

func encoded(c context) []byte {
	var buffer bytes.Buffer
	json.NewEncoder(&buffer).Encode(parsed(c))
	return buffer.Bytes()
}

func unescaped(c context) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.Encode(parsed(c))
	return bytes.TrimSpace(buffer.Bytes())
}

func digestOf(write func(context) []byte) func(parts) string {
	return func(p parts) string { return "SHA-256=" + sum(write(p.context)) }
}

func on(name string, change func(string, context) string) func(string, string, context) string {
	return func(n, v string, c context) string {
		if n == name {
			return change(v, c)
		}
		return v
	}
}

var target = []string{"(request-target)", "date", "x-request-id", "psu-id", "tpp-redirect-uri"}

func rows(oslo *time.Location) {
	form := []string{"form|urlencoded|name=value"}
	_ = form
	row("encoder-newline", "json.NewEncoder(&buffer).Encode() ends in a line feed, which the digest has not", []string{"body-trailing-newline"}, "body", slip{body: encoded, digest: digestOf(marshal)}, nil)
	row("encoder-newline-hashed", "The digest is of json.NewEncoder's output, json.Marshal's is sent", []string{"body-trailing-newline"}, "body bulk", slip{body: marshal, digest: digestOf(encoded)}, nil)
	row("marshal-html", "json.Marshal escapes < > & as \\u003c, SetEscapeHTML(false) was hashed", []string{"body-json-escaped"}, "body corporate", slip{body: marshal, digest: digestOf(unescaped)}, nil)
	row("html-and-newline", "json.NewEncoder's output is sent, SetEscapeHTML(false) was hashed and trimmed", []string{"body-json-escaped | body-minified", "? body-trailing-newline"}, "body corporate", slip{body: encoded, digest: digestOf(unescaped)}, nil)
	row("map-order", "The body is unmarshalled into a map and marshalled again, which sorts its keys, before it is hashed", []string{"body-keys-sorted", "? body-json-escaped"}, "body", slip{digest: digestOf(unescaped)}, nil)
	row("map-floats", "The same with numbers, which a map holds as float64", []string{"body-keys-sorted"}, "body numbers", slip{digest: digestOf(marshal)}, more{"cause": "keys sorted and numbers written otherwise"})
	row("indent", "json.MarshalIndent with a tab was hashed", []string{"body-pretty-printed", "? body-keys-sorted"}, "body", slip{body: marshal, digest: digestOf(func(c context) []byte { d, _ := json.MarshalIndent(parsed(c), "", "\t"); return d })}, nil)
	row("hex", "hex.EncodeToString of the hash", []string{"digest-hex"}, "body", slip{digest: func(p parts) string { h := sha256.Sum256(p.body); return "SHA-256=" + hex.EncodeToString(h[:]) }}, nil)
	row("raw-std", "base64.RawStdEncoding of the hash", []string{"digest-without-padding"}, "body", slip{digest: func(p parts) string {
		h := sha256.Sum256(p.body)
		return "SHA-256=" + base64.RawStdEncoding.EncodeToString(h[:])
	}}, nil)
	row("url-encoding", "base64.URLEncoding of the hash", []string{"digest-base64url"}, "body", slip{digest: func(p parts) string { h := sha256.Sum256(p.body); return "SHA-256=" + base64.URLEncoding.EncodeToString(h[:]) }}, nil)
	row("sum-append", "sha256.New().Sum(body) appends the hash of nothing to the body", []string{}, "body bulk", slip{digest: func(p parts) string { return "SHA-256=" + base64.StdEncoding.EncodeToString(sha256.New().Sum(p.body)) }}, more{"cause": "the Digest holds the body and the hash of nothing (Sum appends)", "says": []string{"append|hash of nothing|itself|too long|longer"}})
	row("byte-slice", "%v of the hash", []string{"SIG-12"}, "body", slip{digest: func(p parts) string { return fmt.Sprintf("SHA-256=%v", sha256.Sum256(p.body)) }}, nil)
	row("rfc1123", "time.RFC1123 of UTC, which ends in UTC", []string{"SIG-11"}, "get", slip{date: func() string { return time.Now().UTC().Format(time.RFC1123) }}, more{"source": "https://github.com/spacemonkeygo/httpsig/pull/2"})
	row("local-as-gmt", "http.TimeFormat without UTC(): local time, called GMT", []string{"SIG-11"}, "body", slip{date: func() string { return time.Now().In(oslo).Format(http.TimeFormat) }}, more{"says": []string{"zone|local time|hour"}, "source": "https://github.com/spacemonkeygo/httpsig/pull/2"})
	row("rfc3339", "time.RFC3339", []string{"SIG-11"}, "get", slip{date: func() string { return time.Now().Format(time.RFC3339) }}, nil)
	row("signed-rfc1123", "time.RFC1123 is signed, http.TimeFormat is sent", []string{"date-format"}, "get", slip{value: on("date", func(v string, _ context) string { return strings.Replace(v, "GMT", "UTC", 1) })}, more{"source": "https://github.com/Modulr-finance/modulr-hmac/pull/49"})
	row("signed-rfc1123z", "time.RFC1123Z is signed", []string{"date-format"}, "body", slip{value: on("date", func(v string, _ context) string { return strings.Replace(v, "GMT", "+0000", 1) })}, nil)
	row("canonical-names", "textproto.CanonicalMIMEHeaderKey: X-Request-Id, Tpp-Redirect-Uri", []string{"names-in-capitals"}, "get", slip{line: func(n, v string) string { return textproto.CanonicalMIMEHeaderKey(n) + ": " + v }}, nil)
	row("raw-string", "A raw string `\\n`", []string{"joined-with-escaped-newline"}, "body", slip{join: func(l []string) string { return strings.Join(l, `\n`) }}, nil)
	row("fprintln", "fmt.Fprintln for each line", []string{"trailing-newline"}, "get bank", slip{join: func(l []string) string { return strings.Join(l, "\n") + "\n" }}, nil)
	row("slice-format", "fmt.Sprint of the slice: in brackets, with spaces", []string{}, "get", slip{join: func(l []string) string { return fmt.Sprint(l) }}, more{"cause": "the lines are joined with spaces and stand in square brackets", "says": []string{"space|bracket"}})
	row("map-range", "The lines in the order of a map", []string{"another-order"}, "get query", slip{join: func(l []string) string { sort.Sort(sort.Reverse(sort.StringSlice(l))); return strings.Join(l, "\n") }}, nil)
	row("header-slice", "%s of header values, which are slices: in square brackets", []string{}, "delete", slip{line: func(n, v string) string { return fmt.Sprintf("%s: %s", n, []string{v}) }}, more{"cause": "each value stands in square brackets", "says": []string{"bracket"}})
	row("no-hash", "SignPKCS1v15 with crypto.Hash(0)", []string{"no-digest-info"}, "body", slip{sign: func(d []byte) []byte { h := sha256.Sum256(d); raw, _ := rsa.SignPKCS1v15(rand.Reader, key, 0, h[:]); return raw }}, nil)
	row("pss", "rsa.SignPSS", []string{"pss"}, "get", slip{sign: func(d []byte) []byte { h := sha256.Sum256(d); raw, _ := rsa.SignPSS(rand.Reader, key, crypto.SHA256, h[:], nil); return raw }}, nil)
	row("sha1", "crypto.SHA1", []string{"hash-sha1"}, "get query", slip{sign: func(d []byte) []byte { h := sha1.Sum(d); raw, _ := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA1, h[:]); return raw }}, nil)
	row("sha512", "crypto.SHA512", []string{"hash-sha512"}, "body", slip{sign: func(d []byte) []byte { h := sha512.Sum512(d); raw, _ := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA512, h[:]); return raw }}, nil)
	row("hash-of-hex", "The hex of the hash is hashed again", []string{"hex-of-hash"}, "body", slip{signed: func(t string) []byte { h := sha256.Sum256([]byte(t)); return []byte(hex.EncodeToString(h[:])) }}, nil)
	row("hash-of-hash", "A helper hashes, and so does the signer", []string{"hashed-twice"}, "get", slip{signed: func(t string) []byte { h := sha256.Sum256([]byte(t)); return h[:] }}, nil)
	row("signature-raw-url", "base64.RawURLEncoding of the signature", []string{"signature-base64url", "? signature-without-padding"}, "get", slip{encode: base64.RawURLEncoding.EncodeToString}, nil)
	row("signature-hex", "%x of the signature", []string{"signature-hex"}, "body", slip{encode: func(r []byte) string { return fmt.Sprintf("%x", r) }}, nil)
	row("signature-query-escaped", "url.QueryEscape of the signature", []string{"signature-percent-encoded"}, "delete", slip{encode: func(r []byte) string { return url.QueryEscape(base64.StdEncoding.EncodeToString(r)) }}, nil)
	row("serial-string", "certificate.SerialNumber.String()", []string{"serial-decimal"}, "get", slip{keyId: "SN=" + certificate.SerialNumber.String() + "," + afterSerial}, nil)
	row("issuer-string", "certificate.Issuer.String()", []string{"issuer-value | issuer-rdn-extra | issuer-reversed | issuer-attribute-unknown | issuer-wrong"}, "body", slip{keyId: fmt.Sprintf("SN=%X,CA=%s", certificate.SerialNumber, certificate.Issuer.String())}, nil)
	row("subject-string", "certificate.Subject.CommonName as issuer", []string{"issuer-wrong | issuer-is-subject | issuer-rdn-missing"}, "get", slip{keyId: fmt.Sprintf("SN=%X,CA=CN=%s", certificate.SerialNumber, certificate.Subject.CommonName)}, nil)
	row("serial-quoted", "%q of the serial number", []string{"SIG-03 | key-id-form | serial-wrong"}, "get", slip{keyId: fmt.Sprintf("SN=%q,%s", certificate.SerialNumber.Text(16), afterSerial)}, nil)
	row("target-url-path", "request.URL.Path in (request-target): decoded, without the query", []string{"request-target-without-query"}, "get query", slip{names: target, value: on("(request-target)", func(_ string, c context) string { u, _ := url.Parse(c.Path); return "get " + u.Path })}, more{"source": "https://github.com/yaronf/httpsign/issues/1"})
	row("target-url-string", "request.URL.String() in (request-target)", []string{"request-target-absolute"}, "get query", slip{names: target, value: on("(request-target)", func(_ string, c context) string { return "get " + os.Getenv("BANK") + c.Path })}, nil)
	row("target-query-encode", "url.Query().Encode() sorts the query and writes + for a space", []string{"request-target-query-order", "? request-target-encoded"}, "encoded", slip{names: target, value: on("(request-target)", func(_ string, c context) string { u, _ := url.Parse(c.Path); return "get " + u.EscapedPath() + "?" + u.Query().Encode() })}, nil)
	row("redirect-query-escape", "url.QueryEscape of the redirect", []string{"redirect-percent-encoded"}, "get", slip{value: on("tpp-redirect-uri", func(v string, _ context) string { return url.QueryEscape(v) })}, nil)
	row("redirect-encode", "The query of the redirect is encoded anew, which sorts it", []string{"redirect-query-order | redirect-percent-encoded | redirect-normalised"}, "body corporate", slip{value: on("tpp-redirect-uri", func(v string, _ context) string { u, _ := url.Parse(v); u.RawQuery = u.Query().Encode(); return u.String() })}, nil)
	row("redirect-marshalled", "The redirect was marshalled by encoding/json: & is \\u0026", []string{"json-escaped"}, "body amp", slip{value: on("tpp-redirect-uri", func(v string, _ context) string { d, _ := json.Marshal(v); return strings.Trim(string(d), `"`) })}, more{"cause": "one value is signed with JSON escapes"})
	row("newline-and-canonical", "Fprintln for each line with canonical names", []string{"trailing-newline", "names-in-capitals"}, "body", slip{line: func(n, v string) string { return textproto.CanonicalMIMEHeaderKey(n) + ": " + v }, join: func(l []string) string { return strings.Join(l, "\n") + "\n" }}, nil)
	row("no-hash-and-crlf", "crypto.Hash(0) and CRLF", []string{"no-digest-info", "crlf"}, "get", slip{join: func(l []string) string { return strings.Join(l, "\r\n") }, sign: func(d []byte) []byte { h := sha256.Sum256(d); raw, _ := rsa.SignPKCS1v15(rand.Reader, key, 0, h[:]); return raw }}, nil)
}
