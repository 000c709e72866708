# openssl, coreutils, curl and jq, as in the README of many a bank and in a first attempt by hand.
# shellcheck disable=SC2034,SC2086,SC2016
export LC_ALL=C TZ=Europe/Oslo
TEMPORARY=$(mktemp -d)
trap 'rm -rf "$TEMPORARY"' EXIT
cp contexts.json "$TEMPORARY"
cd "$TEMPORARY" || exit
W=.
OWN='SN=4F3AC29B07D1E86C,CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO'
AFTER=${OWN#*,}
CERT=$(cat "$KIT/own.b64")

# Context number $1 of contexts.json into METHOD, TARGET, REDIRECT, and its body into $W/body.json, as jq -c prints it.
context() {
  METHOD=$(jq -r ".[$1].method" contexts.json)
  TARGET=$(jq -r ".[$1].path" contexts.json)
  REDIRECT=$(jq -r ".[$1].redirect" contexts.json)
  ID=$(cat /proc/sys/kernel/random/uuid)
  DATE=$(date -u '+%a, %d %b %Y %H:%M:%S GMT')
  KEYID=$OWN
  PSU=6c875382-8963-4617-a931-738c9b8bae7f
  BODY=
  jq -e ".[$1].body" contexts.json >/dev/null && { jq -cj ".[$1].body" contexts.json >"$W/body.json"; BODY=1; }
  SENT="--data-binary @$W/body.json"
  DIGEST=
  [ -n "$BODY" ] && DIGEST="SHA-256=$(openssl dgst -sha256 -binary "$W/body.json" | base64)"
  text
}
# The right string into $W/string.
text() {
  { printf 'date: %s' "$DATE"
    [ -n "$DIGEST" ] && printf '\ndigest: %s' "$DIGEST"
    printf '\nx-request-id: %s\npsu-id: %s\ntpp-redirect-uri: %s' "$ID" "$PSU" "$REDIRECT"; } >"$W/string"
  NAMES="date ${DIGEST:+digest }x-request-id psu-id tpp-redirect-uri"
}
sign() { openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | base64 -w0; }
# send ID WHAT EXPECTS [MORE]: EXPECTS is a list of JSON, MORE the inside of a JSON object.
send() {
  SIG=${SIG-$(sign)}
  printf '{"id":"%s","what":%s,"expects":%s,"stack":"openssl and curl"%s,"signed":"%s"}\n' "$1" "$(printf %s "$2" | jq -Rs .)" "$3" "${4:+,$4}" "$(base64 -w0 "$W/${SIGNED:-string}")" >>"$NOTES"
  set -- ${BODY:+-H "Content-Type: application/json"} ${DIGEST:+-H "Digest: $DIGEST"}
  [ -n "$DIGEST" ] && set -- -H "Content-Type: application/json" -H "Digest: $DIGEST"
  curl -sS -o /dev/null -X "$METHOD" "$BANK$TARGET" -H "Date: $DATE" -H "X-Request-ID: $ID" -H "PSU-ID: $PSU" \
    -H "TPP-Redirect-URI: $REDIRECT" -H "TPP-Session-ID: S-20261122-17" -H "PSU-IP-Address: 192.0.2.17" \
    -H "TPP-Signature-Certificate: ${CERTIFICATE-$CERT}" "$@" \
    -H "Signature: ${HEADER-keyId=\"$KEYID\",algorithm=\"rsa-sha256\",headers=\"$NAMES\",signature=\"$SIG\"}" \
    ${BODY:+$SENT} || echo "$1 failed" >&2
  unset SIG HEADER CERTIFICATE SIGNED
}

context 0; echo "$(cat "$W/string")" >"$W/string"
send echo 'echo writes a line feed after the string' '["trailing-newline"]' '"source":"https://developers.satispay.com/reference/sign-the-string"'
context 1; echo "$(cat "$W/string")" >"$W/string"
send echo-body 'echo again, for a request with a body' '["trailing-newline"]'
context 2; sed ':a;N;$!ba;s/\n/\\n/g' "$W/string" | tr -d '\n' >"$W/x"; mv "$W/x" "$W/string"
send echo-n-escapes "echo -n of a string with \\n: bash does not turn it into line feeds" '["joined-with-escaped-newline"]'
context 3; { cat "$W/string"; printf '\\c'; } >"$W/x"; mv "$W/x" "$W/string"
send echo-backslash-c 'The \c of echo -e stayed at the end, since printf or another shell wrote it' '[]' '"cause":"a backslash and a c at the end of the string","says":["backslash"],"source":"https://developers.satispay.com/reference/sign-the-string"'
context 4; sed 's/$/\r/' "$W/string" | tr -d '\n' | sed 's/\r$//' | sed 's/\r/\r\n/g' >"$W/x"; mv "$W/x" "$W/string"
send editor-crlf 'The string was written in an editor on Windows' '["crlf"]' '"source":"https://github.com/arkerone/api-key-auth/issues/2"'
context 5; sed 's/$/\r/' "$W/string" | tee "$W/x" >/dev/null; printf '\n' >>"$W/x"; mv "$W/x" "$W/string"
send editor-crlf-end 'The same, with a line end after the last line' '["crlf","trailing-newline"]'
context 6; { cat "$W/string"; printf '\n'; } >"$W/x"; mv "$W/x" "$W/string"; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" -hex "$W/string" | sed 's/.*= //')
send hex-and-echo 'openssl dgst -hex, of what echo wrote' '["signature-hex","trailing-newline"]'
context 0; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" -hex "$W/string")
send dgst-hex 'openssl dgst -hex: its line with the name of the algorithm before the hexadecimal' '["signature-hex | signature-in-text"]'
context 1; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" -hex "$W/string" | sed 's/.*= //')
send dgst-hex-cut 'openssl dgst -hex, cut after the equals sign' '["signature-hex"]'
context 2; SIG=$(echo $(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | base64))
send base64-76 'base64 wraps at 76; echo without quotes makes spaces of it' '["signature-white-space"]'
context 3; SIG=$(echo $(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | openssl base64))
send openssl-base64-64 'openssl base64 wraps at 64; echo without quotes makes spaces of it' '["signature-white-space"]'
context 4; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | xxd -p | tr -d '\n' | base64 -w0)
send xxd-base64 'xxd -p before base64' '["signature-hex"]'
context 5; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | base64 -w0 | base64 -w0)
send base64-twice 'base64 twice' '["signature-base64-twice"]'
context 6; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | base64 -w0 | jq -Rr @uri)
send uri 'jq @uri of the signature' '["signature-percent-encoded"]'
context 0; openssl dgst -sha256 -binary "$W/string" >"$W/hash"; SIG=$(openssl pkeyutl -sign -inkey "$KIT/own.key" -in "$W/hash" | base64 -w0)
send pkeyutl 'openssl pkeyutl -sign of the hash without -pkeyopt digest:sha256' '["no-digest-info"]'
context 1; openssl dgst -sha256 "$W/string" | sed 's/.*= //' | tr -d '\n' >"$W/hash"; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/hash" | base64 -w0); SIGNED=hash
send sign-hexdump 'The hexadecimal hash of openssl dgst is signed' '["hex-of-hash"]'
context 2; openssl dgst -sha256 "$W/string" | sed 's/.*= //' >"$W/hash"; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/hash" | base64 -w0); SIGNED=hash
send sign-hexdump-line 'The same with the line feed that openssl writes' '["hex-of-hash","? trailing-newline"]'
context 3; (cd "$W" && sha256sum string) >"$W/hash"; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/hash" | base64 -w0); SIGNED=hash
send sign-sha256sum 'The line of sha256sum is signed, with the name of the file' '[]' '"cause":"the output of sha256sum is signed: hexadecimal hash, two spaces, file name","says":["sha256sum|hash"]'
context 4; SIG=$(openssl dgst -sha1 -sign "$KIT/own.key" "$W/string" | base64 -w0)
send sha1 'openssl dgst -sha1' '["hash-sha1"]'
context 5; SIG=$(openssl dgst -sha512 -sign "$KIT/own.key" "$W/string" | base64 -w0)
send sha512 'openssl dgst -sha512, since the bank before wanted it' '["hash-sha512"]'
context 6; SIG=$(openssl dgst -sha256 -sigopt rsa_padding_mode:pss -sign "$KIT/own.key" "$W/string" | base64 -w0)
send pss '-sigopt rsa_padding_mode:pss' '["pss"]'
context 0; SIG=$(openssl dgst -sha256 -hmac 'client-secret' -binary "$W/string" | base64 -w0)
send hmac 'openssl dgst -hmac' '["not-signed"]' '"hmac":{"secret":"client-secret"}'
context 1; SIG=$(openssl dgst -sha256 -sign "$KIT/transport.key" "$W/string" | base64 -w0)
send transport-key 'The key file of the transport certificate' '["another-key"]'
context 2; SIG=$(openssl dgst -sha256 -sign "$KIT/transport.key" "$W/string" | base64 -w0); CERTIFICATE=$(cat "$KIT/transport.b64")
send transport-both 'Key and certificate for transport, keyId of the seal' '["another-certificate | serial-of-another-certificate | serial-wrong"]'

for how in 'digest-text|openssl dgst -sha256 "$W/body.json" \| base64 -w0|openssl dgst without -binary: base64 of its line of text|["digest-hex"]|1' \
  'digest-sum|sha256sum "$W/body.json" \| cut -d" " -f1 \| base64 -w0|sha256sum, cut and base64: of hexadecimal with a line feed|["digest-hex"]|5' \
  'digest-sum-n|printf %s "$(sha256sum <"$W/body.json" \| cut -d" " -f1)" \| base64 -w0|The same without the line feed|["digest-hex"]|10' \
  'digest-hex|sha256sum "$W/body.json" \| cut -d" " -f1|sha256sum as it is|["digest-hex"]|3' \
  'digest-xxd|openssl dgst -sha256 -binary "$W/body.json" \| xxd -p -c 64 \| tr a-f A-F|xxd -p in capitals|["digest-hex"]|7' \
  'digest-echo|echo "$(cat "$W/body.json")" \| openssl dgst -sha256 -binary \| base64|echo "$BODY" hashes a line feed too|["body-trailing-newline"]|11' \
  'digest-pretty|jq . "$W/body.json" \| openssl dgst -sha256 -binary \| base64|jq . hashes the body pretty-printed, with a line feed|["body-pretty-printed","? body-trailing-newline"]|13' \
  'digest-pretty-tab|jq --tab . "$W/body.json" \| openssl dgst -sha256 -binary \| base64|jq --tab: pretty-printed with tabs, and a line feed|["body-pretty-printed","? body-trailing-newline"]|1' \
  'digest-sorted|jq -cS . "$W/body.json" \| openssl dgst -sha256 -binary \| base64|jq -cS: sorted keys, and a line feed|["body-keys-sorted","? body-trailing-newline"]|3' \
  'digest-ascii|jq -cja . "$W/body.json" \| openssl dgst -sha256 -binary \| base64|jq -a escapes letters|["body-json-escaped"]|5' \
  'digest-512|openssl dgst -sha512 -binary "$W/body.json" \| base64 -w0|SHA-512 under the name SHA-256|["digest-other-algorithm"]|10' \
  'digest-iconv|iconv -f UTF-8 -t ISO-8859-1 "$W/body.json" \| openssl dgst -sha256 -binary \| base64|A file in ISO-8859-1 is hashed, UTF-8 is sent|["body-latin1"]|3' \
  'digest-utf16|iconv -f UTF-8 -t UTF-16LE "$W/body.json" \| openssl dgst -sha256 -binary \| base64|PowerShell writes UTF-16 by default|["body-utf16"]|5'; do
  IFS='|' read -r id program what expects number < <(printf '%s\n' "${how//\\|/%BAR%}")
  context "$number"; DIGEST="SHA-256=$(eval "${program//%BAR%/|}")"; text
  send "$id" "$what" "$expects"
done

context 3; jq -j . "$W/body.json" >"$W/x"; mv "$W/x" "$W/body.json"; DIGEST="SHA-256=$(openssl dgst -sha256 -binary "$W/body.json" | base64)"; text; SENT="-d @$W/body.json"
send curl-d-file 'curl -d @file takes the line ends out of the file; the digest is of the file' '["body-pretty-printed | body-crlf"]' '"cause":"curl took the line ends out of the body"'
context 5; jq . "$W/body.json" >"$W/x"; mv "$W/x" "$W/body.json"; DIGEST="SHA-256=$(openssl dgst -sha256 -binary "$W/body.json" | base64)"; text; SENT="-d @$W/body.json"
send curl-d-pretty 'curl -d @file of a file that is pretty-printed and ends in a line feed' '["body-pretty-printed","? body-trailing-newline"]' '"cause":"curl took the line ends out of the body; the digest is of the file with them"'
context 1; cp "$W/body.json" "$W/file"; printf '\n' >>"$W/file"; SENT="--data-binary @$W/file"
send file-newline 'The file ends in a line feed, the digest is of the text in a variable' '["body-trailing-newline"]'
context 11; printf '\357\273\277' | cat - "$W/body.json" >"$W/file"; SENT="--data-binary @$W/file"
send file-bom 'A file with a byte order mark is sent, the text was hashed' '["body-bom"]'
context 13; sed 's/,/,\r\n/g' "$W/body.json" >"$W/file"; sed 's/,/,\n/g' "$W/body.json" >"$W/body.json.lf"; DIGEST="SHA-256=$(openssl dgst -sha256 -binary "$W/body.json.lf" | base64)"; text; SENT="--data-binary @$W/file"
send git-autocrlf 'git autocrlf gave the file CRLF; the digest is of the file with LF' '["body-crlf"]'
context 10; gzip -c "$W/body.json" >"$W/file"; SENT="--data-binary @$W/file -H Content-Encoding:gzip"
send gzip 'gzip after the digest' '[]' '"cause":"the digest is of the body before it was compressed","says":["gzip|compress"]'
context 7; SENT="--data-urlencode payload@$W/body.json"
send data-urlencode '--data-urlencode' '[]' '"cause":"the body was sent as a form, the digest is of JSON","says":["form|urlencoded|name=value|percent"]'

context 0; DATE=$(date -u); text
send date-plain 'date -u as it is' '["SIG-11"]'
context 1; DATE=$(date '+%a, %d %b %Y %H:%M:%S GMT'); text
send date-local 'date without -u, and GMT written behind it' '["SIG-11"]' '"says":["zone|local time|hour"]'
context 2; DATE=$(date -u +%s); text
send date-epoch 'date +%s' '["SIG-11"]'
context 4; DATE=$(date -u +%FT%TZ); text
send date-iso 'date -Is' '["SIG-11"]'
context 5; sed -i "s/^date: .*/date: $(date -R)/" "$W/string"
send date-r-signed 'date -R is signed, GMT is sent' '["date-format"]'
context 6; sed -i "s/^date: .*/date: $(date -u -d '3 seconds ago' '+%a, %d %b %Y %H:%M:%S GMT')/" "$W/string"
send date-twice 'date is called twice, three seconds apart' '["date-other-second"]'
context 0; sed -i "s/^x-request-id: .*/x-request-id: $(cat /proc/sys/kernel/random/uuid)/" "$W/string"
send uuidgen-twice 'uuidgen is called twice' '[]' '"cause":"the id that was signed is not known to anyone else"'
context 1; sed -i "s/^x-request-id: .*/x-request-id: $(echo $ID | tr a-f A-F)/" "$W/string"
send uuidgen-mac 'uuidgen of macOS writes capitals; tr in the header only' '["id-case"]'
context 2; sed -i 's/^\(date\|x-request-id\|psu-id\|tpp-redirect-uri\): /\1:/' "$W/string"
send no-space 'The string has no space after the colon' '["no-space-after-colon"]'
context 3; sed -i 's/^date/Date/;s/^digest/Digest/;s/^x-request-id/X-Request-ID/;s/^psu-id/PSU-ID/;s/^tpp-redirect-uri/TPP-Redirect-URI/' "$W/string"
send capitals 'The names as in the options of curl' '["names-in-capitals"]'
context 4; tr '\n' ' ' <"$W/string" >"$W/x"; mv "$W/x" "$W/string"
send unquoted-variable 'echo -n $STRING without quotes: spaces instead of line feeds' '["joined-with-space"]'
context 5; tr -d '\n' <"$W/string" >"$W/x"; mv "$W/x" "$W/string"
send tr-d 'tr -d "\n" was to take out the last line feed, and took all' '["joined-with-nothing"]'
context 10; sed 's/^/  /' "$W/string" >"$W/x"; printf '\n' >>"$W/x"; mv "$W/x" "$W/string"
send here-document 'A here-document that is indented' '["lines-indented","trailing-newline"]'
context 0; printf '\n' >>"$W/string"; printf '\n' >>"$W/string"
send two-newlines 'A here-document with an empty line at its end' '["trailing-newline"]' '"cause":"two line feeds at the end"'

context 0; KEYID="SN=$(openssl x509 -in "$KIT/own.pem" -noout -serial),$AFTER"
send x509-serial 'openssl x509 -serial prints serial= before the number' '["serial-prefix | serial-wrong | key-id-form"]'
context 1; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/own.pem" -noout -issuer)"
send x509-issuer 'openssl x509 -issuer prints issuer= before the name, in the order of the certificate' '["issuer-reversed | issuer-attribute-unknown | issuer-wrong"]'
context 2; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/own.pem" -noout -issuer | sed 's/issuer=//')"
send x509-issuer-cut 'The same, cut: C = NO, O = …' '["issuer-reversed"]'
context 3; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/own.pem" -noout -issuer -nameopt compat | sed 's/issuer=//')"
send x509-issuer-compat '-nameopt compat, as openssl 1.0 printed it' '["issuer-one-line"]'
context 4; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/own.pem" -noout -issuer -nameopt RFC2253)"
send x509-issuer-2253 '-nameopt RFC2253, with issuer= before it' '["issuer-attribute-unknown | issuer-wrong | issuer-value"]'
context 5; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/own.pem" -noout -issuer -nameopt sep_multiline,utf8 | sed 1d | sed 's/^ *//' | paste -sd,)"
send x509-issuer-multiline '-nameopt sep_multiline, its lines joined' '["issuer-reversed"]'
context 6; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/own.pem" -noout -subject -nameopt RFC2253 | sed 's/subject=//')"
send x509-subject 'openssl x509 -subject' '["issuer-is-subject"]'
context 0; KEYID="SN=$(openssl x509 -in "$KIT/own.pem" -noout -text | grep -A1 'Serial Number' | grep -o '[0-9]\{10,\}' | head -1),$AFTER"; [ "${KEYID#SN=,}" = "$KEYID" ] || KEYID="SN=$(printf '%d' 0x4F3AC29B07D1E86C),$AFTER"
send x509-text-serial 'The decimal serial number of openssl x509 -text' '["serial-decimal"]'
context 1; KEYID="SN=$(openssl x509 -in "$KIT/letters.pem" -noout -text | grep -A1 'Serial Number' | tail -1 | tr -d ' '),$AFTER"
send x509-other 'The serial number, with colons, of the certificate of another folder' '["serial-wrong | serial-colons | serial-of-another-certificate"]'
context 2; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/authority.pem" -noout -issuer -nameopt RFC2253 | sed 's/issuer=//')"
send chain-root 'The issuer of the issuing authority, from the chain file' '["issuer-of-root | issuer-wrong | issuer-rdn-missing | issuer-value"]'
context 3; CERTIFICATE=$(cat "$KIT/authority.b64")
send chain-first 'The first certificate of the chain file, which is the authority' '["authority-certificate"]'
context 4; CERTIFICATE=$(jq -sRr @uri <"$KIT/own.pem")
send certificate-uri 'The PEM file percent-encoded, as nginx forwards it' '["SIG-02"]'
context 5; CERTIFICATE=$(openssl x509 -in "$KIT/own.pem" -outform DER | xxd -p | tr -d '\n')
send certificate-hex 'The certificate in hexadecimal' '["SIG-02"]'
context 1; DIGEST="SHA-256=$(sha256sum "$W/body.json" | cut -d' ' -f1)"; text; echo "$(cat "$W/string")" >"$W/string"
send hex-digest-and-echo 'sha256sum in the digest, and echo for the string' '["digest-hex","trailing-newline"]'
context 2; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/own.pem" -noout -issuer | sed 's/issuer=//')"; echo "$(cat "$W/string")" >"$W/string"
send issuer-and-echo 'openssl x509 -issuer, and echo for the string' '["issuer-reversed","trailing-newline"]'
context 0; HEADER="keyId=\"$KEYID\", algorithm=\"rsa-sha256\", headers=\"$NAMES\""; SIG=$(sign); HEADER="Signature $HEADER, signature=\"$SIG\""
send signature-word "The word 'Signature' before the parameters" '["SIG-03"]'
