// Go: net/http, crypto/rsa and encoding/json, as a service signs its calls.
package main

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const afterSerial = "CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO"

type context struct {
	Method, Path, Redirect string
	Body                   json.RawMessage
}

// slip is what one program does otherwise, in the place of the line of code that it stands for.
type slip struct {
	digest func([]byte) string
	join   func([]string) string
	sign   func([]byte) []byte
	keyId  string
}

var contexts []context
var key *rsa.PrivateKey

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func kit(name string) []byte { return must(os.ReadFile(filepath.Join(os.Getenv("KIT"), name))) }

// right is a signer without a slip.
var right = slip{
	digest: func(body []byte) string { h := sha256.Sum256(body); return base64.StdEncoding.EncodeToString(h[:]) },
	join:   func(lines []string) string { return strings.Join(lines, "\n") },
	sign: func(data []byte) []byte {
		h := sha256.Sum256(data)
		return must(rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, h[:]))
	},
	keyId: "SN=4F3AC29B07D1E86C," + afterSerial,
}

func row(id, what, expects string, at int, change func(*slip)) {
	c, s := contexts[at], right
	change(&s)
	random := make([]byte, 16)
	rand.Read(random)
	headers := [][2]string{{"Date", time.Now().UTC().Format(http.TimeFormat)}}
	if c.Body != nil {
		headers = append(headers, [2]string{"Digest", "SHA-256=" + s.digest(c.Body)})
	}
	headers = append(headers, [2]string{"X-Request-ID", hex.EncodeToString(random)}, [2]string{"TPP-Redirect-URI", c.Redirect})
	var names, lines []string
	for _, header := range headers {
		name := strings.ToLower(header[0])
		names, lines = append(names, name), append(lines, name+": "+header[1])
	}
	text := []byte(s.join(lines))
	signature := base64.StdEncoding.EncodeToString(s.sign(text))
	request := must(http.NewRequest(c.Method, os.Getenv("BANK")+c.Path, bytes.NewReader(c.Body)))
	for _, header := range headers {
		request.Header.Set(header[0], header[1])
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("TPP-Signature-Certificate", strings.TrimSpace(string(kit("own.b64"))))
	request.Header.Set("Signature", fmt.Sprintf(`keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"`, s.keyId, strings.Join(names, " "), signature))
	note := must(json.Marshal(map[string]any{"id": id, "what": what, "expects": []string{expects}, "stack": "Go net/http", "signed": text}))
	notes := must(os.OpenFile(os.Getenv("NOTES"), os.O_APPEND|os.O_WRONLY, 0o600))
	notes.Write(append(note, '\n'))
	notes.Close()
	must(http.DefaultClient.Do(request))
}

func main() {
	if err := json.Unmarshal(must(os.ReadFile(os.Args[1])), &contexts); err != nil {
		panic(err)
	}
	block, _ := pem.Decode(kit("own.rsa.key"))
	key = must(x509.ParsePKCS1PrivateKey(block.Bytes))
	certificate := must(x509.ParseCertificate(kit("own.der")))
	row("hex", "hex.EncodeToString of the hash", "digest-hex", 1, func(s *slip) {
		s.digest = func(body []byte) string { h := sha256.Sum256(body); return hex.EncodeToString(h[:]) }
	})
	row("raw-string", "A raw string `\\n`", "joined-with-escaped-newline", 0, func(s *slip) {
		s.join = func(lines []string) string { return strings.Join(lines, `\n`) }
	})
	row("sha1", "crypto.SHA1", "hash-sha1", 0, func(s *slip) {
		s.sign = func(data []byte) []byte {
			h := sha1.Sum(data)
			return must(rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA1, h[:]))
		}
	})
	row("serial-string", "certificate.SerialNumber.String()", "serial-decimal", 1, func(s *slip) {
		s.keyId = "SN=" + certificate.SerialNumber.String() + "," + afterSerial
	})
}
