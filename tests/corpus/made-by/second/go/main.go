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
	headers := map[string]string{"X-Request-ID": uuid(), "TPP-Redirect-URI": c.Redirect, "TPP-Session-ID": "6f2d0c1e9b", "PSU-IP-Address": "203.0.113.58"}
	if c.Psu {
		headers["PSU-ID"] = "0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44"
	}
	if c.Corporate {
		headers["PSU-Corporate-ID"] = "7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90"
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
	rows()
}

func compact(c context) []byte {
	var buffer bytes.Buffer
	json.Compact(&buffer, c.Body)
	return buffer.Bytes()
}

func sorted(c context) []byte {
	var object map[string]any
	json.Unmarshal(c.Body, &object)
	data, _ := json.Marshal(object)
	return data
}

func on(name string, change func(string, context) string) func(string, string, context) string {
	return func(n, v string, c context) string {
		if n == name {
			return change(v, c)
		}
		return v
	}
}

func rows() {
	target := []string{"(request-target)", "date", "x-request-id", "psu-id", "tpp-redirect-uri"}
	row("append-newline", "builder.WriteString(line + \"\\n\") for each line", []string{"trailing-newline"}, "get", slip{join: func(l []string) string { return strings.Join(l, "\n") + "\n" }}, nil)
	row("join-crlf", "strings.Join(lines, \"\\r\\n\"), as in HTTP itself", []string{"crlf"}, "body ndct", slip{body: compact, join: func(l []string) string { return strings.Join(l, "\r\n") }}, nil)
	row("println-slice", "fmt.Sprintln(lines): in brackets, with spaces, and a line feed", []string{"? lines-as-list", "? joined-with-space", "? trailing-newline"}, "get query", slip{join: func(l []string) string { return fmt.Sprintln(l) }}, more{"cause": "Go's form of a slice", "says": []string{"bracket|list"}})
	row("plus-v-header", "%+v of http.Header: map[…]", []string{"? lines-as-object", "? names-in-capitals"}, "delete", slip{line: func(n, v string) string { return textproto.CanonicalMIMEHeaderKey(n) + ":[" + v + "]" }, join: func(l []string) string { sort.Strings(l); return "map[" + strings.Join(l, " ") + "]" }}, more{"cause": "Go's form of a map of headers"})
	row("header-write", "request.Header.Write(&buffer): canonical names, CRLF after each", []string{"crlf", "trailing-newline", "names-in-capitals"}, "get bank", slip{line: func(n, v string) string { return textproto.CanonicalMIMEHeaderKey(n) + ": " + v }, join: func(l []string) string { return strings.Join(l, "\r\n") + "\r\n" }}, nil)
	row("range-map", "The lines in the order in which range gave them", []string{"another-order"}, "body periodic", slip{body: compact, join: func(l []string) string { l[0], l[len(l)-1] = l[len(l)-1], l[0]; return strings.Join(l, "\n") }}, nil)
	row("sprintf-colon", "fmt.Sprintf(\"%s:%s\")", []string{"no-space-after-colon"}, "body small", slip{body: compact, line: func(n, v string) string { return n + ":" + v }}, nil)
	row("quoted-values", "%q of each value", []string{"value-quoted"}, "get", slip{line: func(n, v string) string { return fmt.Sprintf("%s: %q", n, v) }}, nil)
	row("marshal-of-map", "The struct is sent, a map with its keys sorted is hashed", []string{"body-keys-sorted", "? body-json-escaped"}, "body ndct", slip{body: compact, digest: func(p parts) string { return "SHA-256=" + sum(sorted(p.context)) }}, nil)
	row("compact-hashed", "json.Compact is hashed, the file is sent with its line ends", []string{"body-minified"}, "body nested", slip{digest: func(p parts) string { return "SHA-256=" + sum(compact(p.context)) }}, nil)
	row("reader-drained", "The body's reader was read by the logger before it was hashed", []string{"body-empty"}, "body corporate", slip{body: compact, digest: func(p parts) string { return "SHA-256=" + sum(nil) }}, nil)
	row("hex-dump", "fmt.Sprintf(\"%x\", sum)", []string{"digest-hex"}, "body small", slip{body: compact, digest: func(p parts) string { return fmt.Sprintf("SHA-256=%x", sha256.Sum256(p.body)) }}, nil)
	row("sum512", "sha512.Sum512 under the name SHA-256", []string{"digest-other-algorithm"}, "body periodic", slip{body: compact, digest: func(p parts) string {
		s := sha512.Sum512(p.body)
		return "SHA-256=" + base64.StdEncoding.EncodeToString(s[:])
	}}, nil)
	row("sum512-256", "sha512.Sum512_256 was taken by the completion of the editor", []string{"digest-other-algorithm"}, "body nested", slip{body: compact, digest: func(p parts) string {
		s := sha512.Sum512_256(p.body)
		return "SHA-256=" + base64.StdEncoding.EncodeToString(s[:])
	}}, nil)
	row("unix-date", "time.UnixDate", []string{"SIG-11"}, "get", slip{date: func() string { return time.Now().UTC().Format(time.UnixDate) }}, nil)
	row("format-literal", "Format(\"Mon, 02 Jan 2006 15:04:05 GMT\") of time.Now() in Berlin", []string{"SIG-11"}, "body ndct", slip{body: compact, date: func() string {
		return time.Now().In(time.FixedZone("CET", 3600)).Format("Mon, 02 Jan 2006 15:04:05 GMT")
	}}, more{"says": []string{"zone|local time|hour|3600"}})
	row("signed-rfc1123", "time.RFC1123 of UTC in the string, http.TimeFormat in the header", []string{"date-format"}, "delete", slip{value: on("date", func(v string, _ context) string { return strings.Replace(v, "GMT", "UTC", 1) })}, nil)
	row("url-path", "u.Path in (request-target)", []string{"request-target-without-query"}, "get query", slip{names: target, value: on("(request-target)", func(v string, _ context) string { return strings.Split(v, "?")[0] })}, nil)
	row("url-string", "request.URL.String() in (request-target)", []string{"request-target-absolute"}, "get state", slip{names: target, value: on("(request-target)", func(_ string, c context) string { return "get " + os.Getenv("BANK") + c.Path })}, nil)
	row("query-escape", "url.QueryEscape of the redirect", []string{"redirect-percent-encoded"}, "get query", slip{value: on("tpp-redirect-uri", func(v string, _ context) string { return url.QueryEscape(v) })}, nil)
	row("pss-auto", "rsa.SignPSS, salt as long as may be", []string{"pss"}, "body small", slip{body: compact, sign: func(d []byte) []byte {
		h := sha256.Sum256(d)
		raw, _ := rsa.SignPSS(rand.Reader, key, crypto.SHA256, h[:], nil)
		return raw
	}}, nil)
	row("sha1", "crypto.SHA1 of an old package", []string{"hash-sha1"}, "get query", slip{sign: func(d []byte) []byte {
		h := sha1.Sum(d)
		raw, _ := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA1, h[:])
		return raw
	}}, nil)
	row("hash-zero", "crypto.Hash(0)", []string{"no-digest-info"}, "body ndct", slip{body: compact, sign: func(d []byte) []byte {
		h := sha256.Sum256(d)
		raw, _ := rsa.SignPKCS1v15(rand.Reader, key, 0, h[:])
		return raw
	}}, nil)
	row("url-encoding", "base64.URLEncoding of the signature", []string{"signature-base64url"}, "get bank", slip{encode: base64.URLEncoding.EncodeToString}, nil)
	row("raw-std", "base64.RawStdEncoding of the signature", []string{"signature-without-padding"}, "body periodic", slip{body: compact, encode: base64.RawStdEncoding.EncodeToString}, nil)
	row("hex-signature", "hex.EncodeToString of the signature", []string{"signature-hex"}, "get", slip{encode: hex.EncodeToString}, nil)
	row("serial-string", "%d of the serial number", []string{"serial-decimal"}, "get query", slip{keyId: fmt.Sprintf("SN=%d,%s", certificate.SerialNumber, afterSerial)}, nil)
	row("issuer-common-name", "Issuer.CommonName", []string{"issuer-rdn-missing"}, "body small", slip{body: compact, keyId: "SN=4F3AC29B07D1E86C,CA=CN=" + certificate.Issuer.CommonName}, nil)
	row("hex-and-newline", "%x of the hash, and a line feed after each line", []string{"digest-hex", "trailing-newline"}, "body nested", slip{body: compact, digest: func(p parts) string { return fmt.Sprintf("SHA-256=%x", sha256.Sum256(p.body)) }, join: func(l []string) string { return strings.Join(l, "\n") + "\n" }}, nil)
	row("capitals-and-serial", "Canonical names, and %d of the serial number", []string{"names-in-capitals", "serial-decimal"}, "get", slip{line: func(n, v string) string { return textproto.CanonicalMIMEHeaderKey(n) + ": " + v }, keyId: fmt.Sprintf("SN=%d,%s", certificate.SerialNumber, afterSerial)}, nil)
}
