#!/bin/bash
# Requests signed wrongly the way people do with openssl and curl in a shell. curl really sends them, to
# the address in $CAPTURE, which writes down what arrives; what a request is meant to show goes along in
# the header X-Corpus: title | refused by | expectation (JSON) | words of the answer (JSON) | note.
# Run by make-wrongly-signed.mjs: CAPTURE=http://127.0.0.1:… bash wrongly-signed.sh <folder with keys>
set -euo pipefail
cd "$1"

DATE='Tue, 03 Nov 2026 09:05:07 GMT'
ID='7f9c24e8-3b12-4fef-9b1a-2d3c4b5a6978'
PSU='6c875382-8963-4617-a931-738c9b8bae7f'
REDIRECT='https://tpp.example/tilbake?ref=17&m%C3%A5ned=nov'
CERT=$(openssl x509 -in tpp.pem -outform DER | base64 -w0)
SERIAL=$(openssl x509 -in tpp.pem -noout -serial | cut -d= -f2)
ISSUER=$(openssl x509 -in tpp.pem -noout -issuer -nameopt RFC2253 | sed 's/^issuer=//')
BODY='{"debtorAccount":{"iban":"NO9386011117947"},"creditorName":"Båt & Sjø","amount":"12.30"}'
SHA=$(printf %s "$BODY" | openssl dgst -sha256 -binary | base64)
READ_NAMES='date x-request-id psu-id tpp-redirect-uri'
PAY_NAMES='date digest x-request-id psu-id tpp-redirect-uri'
READ="date: $DATE
x-request-id: $ID
psu-id: $PSU
tpp-redirect-uri: $REDIRECT"
PAY="date: $DATE
digest: SHA-256=$SHA
x-request-id: $ID
psu-id: $PSU
tpp-redirect-uri: $REDIRECT"

# Reads the string, prints the signature in base64; options go to openssl dgst.
sign() { openssl dgst -sha256 -sign tpp.key "$@" | base64 -w0; }

# get <signature> <title|refused by|expectation|words|note> [curl options]
get() {
  local signature=$1 about=$2
  shift 2
  curl -sS -o /dev/null "$CAPTURE${TARGET:-/v1/card-accounts}" -H 'Host: bank.example' -H "X-Corpus: $about" \
    -H "Date: $DATE" -H "X-Request-ID: $ID" ${PSU:+-H "PSU-ID: $PSU"} ${REDIRECT:+-H "TPP-Redirect-URI: $REDIRECT"} \
    -H "TPP-Signature-Certificate: $CERT" \
    -H "Signature: keyId=\"${KEYID:-SN=$SERIAL,CA=$ISSUER}\",algorithm=\"rsa-sha256\",headers=\"${NAMES:-$READ_NAMES}\",signature=\"$signature\"" "$@"
}

# pay <signature> <about> <curl options with the data>
pay() {
  local signature=$1 about=$2
  shift 2
  TARGET=${TARGET:-/v1/payments/cross-border-credit-transfers} NAMES=$PAY_NAMES \
    get "$signature" "$about" -H "Digest: SHA-256=${DIGEST:-$SHA}" -H 'Content-Type: application/json' "$@"
}

one() { printf '{"mistakes":[%s]}' "$(printf '"%s",' "$@" | sed 's/,$//')"; }
none() { printf '{"mistakes":null,"wish":["%s"]}' "$1"; }

get "$(printf %s "$READ" | sign)" 'right: card accounts||null|[]|'
pay "$(printf %s "$PAY" | sign)" 'right: payment||null|[]|' --data-binary "$BODY"

# ---- the string
get "$(echo "$READ" | sign)" "echo adds a newline|SIG-10|$(one trailing-newline)|[]|echo without -n"
pay "$(sign <<< "$PAY")" "a here-string adds a newline|SIG-10|$(one trailing-newline)|[]|<<<" --data-binary "$BODY"
get "$(echo "$READ" | sed 's/$/\r/' | sign)" "a file written on Windows|SIG-10|$(one crlf trailing-newline)|[]|openssl dgst of a file with CRLF, the last line too"
pay "$(printf %s "$PAY" | sed 's/$/\r/' | sign)" "sed puts CR before every end, the last too|SIG-10|$(none trailing-cr)|[]|unix2dos by sed: no LF at the end, but a CR" --data-binary "$BODY"
get "$(echo "$(printf %s "$READ" | sed ':a;N;$!ba;s/\n/\\n/g')" | sign)" "backslash n, and echo's newline|SIG-10|{\"anyOf\":[[\"joined-with-escaped-newline\",\"trailing-newline\"],[\"json-escaped\",\"trailing-newline\"]]}|[]|echo \"date: …\\\\nx-request-id: …\" in bash: echo leaves \\\\n alone and adds its own newline"
get "$(sh -c 'echo -e "$0"' "$READ" | sign)" "echo -e in dash prints -e|SIG-10|$(none echo-option)|[]|#!/bin/sh on Debian"
get "$(printf %s "$READ" | tr '\n' ' ' | sign)" "unquoted variable|SIG-10|$(one joined-with-space)|[]|echo \$STRING without quotes joins the lines with blanks"
get "$(printf %s "$READ" | tr '\n' ' ' | { cat; echo; } | sign)" "unquoted variable and echo|SIG-10|$(one joined-with-space trailing-newline)|[]|echo \$STRING: blanks between, a newline at the end"
PSU="$PSU " get "$(printf %s "$READ" | sed "s/$PSU/$PSU /" | sign)" "a blank after the PSU-ID|SIG-10|$(one value-trailing-space)|[\"psu-id\"]|the blank is on the wire too; HTTP drops it"
REDIRECT='https://tpp.example/tilbake?navn=Ola  Nordmann' get "$(printf %s "$READ" | sed 's/ref=17&m%C3%A5ned=nov/navn=Ola Nordmann/' | sign)" "two blanks in a value become one|SIG-10|$(one value-spaces-collapsed)|[\"tpp-redirect-uri\"]|echo \$STRING"
get "$(printf %s "$READ" | iconv -t UTF-16LE | sign)" "iconv to UTF-16|SIG-10|$(one utf16)|[]|PowerShell pipes UTF-16"

# ---- openssl
get "$(printf %s "$READ" | openssl dgst -sha512 -sign tpp.key | base64 -w0)" "dgst -sha512|SIG-10|$(one hash-sha512)|[\"SHA-256\"]|copied from another bank"
get "$(echo "$READ" | openssl dgst -sha512 -sign tpp.key | base64 -w0)" "dgst -sha512 and echo|SIG-10|$(one hash-sha512 trailing-newline)|[\"SHA-256\"]|two habits"
get "$(printf %s "$READ" | sign -sigopt rsa_padding_mode:pss)" "PSS|SIG-10|$(one pss)|[]|rsa_padding_mode:pss"
get "$(printf %s "$READ" | openssl dgst -sha256 -binary | openssl pkeyutl -sign -inkey tpp.key | base64 -w0)" "pkeyutl without digest:sha256|SIG-10|$(one no-digest-info)|[]|pkeyutl -sign pads the 32 bytes as they are"
get "$(printf %s "$READ" | openssl dgst -sha256 -binary | sign)" "hashed before dgst|SIG-10|$(one hashed-twice)|[]|dgst hashes by itself"
get "$(printf %s "$READ" | openssl dgst -sha256 -r | cut -d' ' -f1 | sign)" "hex of the hash, with its newline|SIG-10|{\"anyOf\":[[\"hex-of-hash\"],[\"hex-of-hash\",\"trailing-newline\"]]}|[\"hex\"]|openssl dgst -r, cut, dgst -sign"
get "$(echo "$READ" | openssl dgst -sha256 -r | cut -d' ' -f1 | tr -d '\n' | sign)" "hex of the hash of the string with a newline|SIG-10|$(one hex-of-hash trailing-newline)|[]|echo, then sha256sum, then dgst -sign"
get "$({ printf '\060\057\060\013\006\011\140\206\110\001\145\003\004\002\001\004\040'; printf %s "$READ" | openssl dgst -sha256 -binary; } | openssl pkeyutl -sign -inkey tpp.key | base64 -w0)" "DigestInfo by hand, without NULL|SIG-10|$(one digest-info-without-null)|[]|parameters left out, as for ECDSA"
get "$({ printf '\060\061\060\015\006\011\140\206\110\001\145\003\004\002\001\005\000\004\040'; printf %s "$READ" | openssl dgst -sha256 -binary; } | sign)" "DigestInfo hashed again|SIG-10|$(none digest-info-hashed)|[]|builds the DigestInfo by hand, then dgst -sign"
PSU='' REDIRECT='' NAMES='date x-request-id' get "$(printf 'date: %s\nx-request-id: %s' "$DATE" "$ID" | openssl rsautl -sign -inkey tpp.key 2>/dev/null | base64 -w0)" "the string itself in rsautl|SIG-10|$(one not-hashed)|[]|rsautl -sign pads what it is given"
get "$(printf %s "$READ" | openssl dgst -sha256 -sign stranger.key | base64 -w0)" "the key of another project|SIG-10|{\"mistakes\":[]}|[\"@other-key\"]|tpp.key of the wrong folder"
get "$(head -c 40 tpp.der | sign)" "a file instead of the string|SIG-10|{\"mistakes\":[]}|[\"@other-string\"]|openssl dgst -sign key file, and the file is another one"

# ---- the signature's text
get "$(printf %s "$READ" | openssl dgst -sha256 -sign tpp.key | base64 | tr '\n' ' ' | sed 's/ $//')" "base64 breaks its lines|SIG-10|$(one signature-white-space)|[]|base64 without -w0, line ends turned into blanks for the header"
get "$(printf %s "$READ" | openssl dgst -sha256 -sign tpp.key | base64 | head -1)" "only the first line of base64|SIG-10|$(one signature-cut)|[]|read LINE takes one line"
get "$(printf %s "$READ" | openssl dgst -sha256 -hex -sign tpp.key | awk '{print $2}')" "dgst -hex|SIG-10|$(one signature-hex)|[\"base64\"]|-hex instead of -binary"
get "$(printf %s "$READ" | openssl dgst -sha256 -hex -sign tpp.key | awk '{print toupper($2)}')" "dgst -hex in capitals|SIG-10|$(one signature-hex)|[\"base64\"]|-hex and tr"
get "$(printf %s "$READ" | openssl dgst -sha256 -hex -c -sign tpp.key | awk '{print $2}')" "dgst -hex -c with colons|SIG-10|{\"anyOf\":[[\"signature-hex\"]]}|[\"base64\"]|-c puts colons between"
get "-----BEGIN SIGNATURE-----$(printf %s "$READ" | sign)-----END SIGNATURE-----" "PEM armour in one line|SIG-10|$(one signature-pem)|[]|a helper that writes PEM"
get "" "nothing between the quotes|SIG-10|$(none signature-empty)|[]|the variable is empty"

# ---- keyId
COLONS=$(echo "$SERIAL" | sed 's/../&:/g;s/:$//' | tr A-F a-f)
RIGHT=$(printf %s "$READ" | sign)
KEYID="SN=$COLONS,CA=$ISSUER" get "$RIGHT" "keyId: serial of openssl x509 -text|SIG-05|$(one serial-colons)|[\"$SERIAL\"]|4c:3a:19:…"
KEYID="SN=$(openssl x509 -in tpp.pem -noout -serial),CA=$ISSUER" get "$RIGHT" "keyId: serial= left in|SIG-05|$(none serial-form)|[\"$SERIAL\"]|openssl prints serial=…"
KEYID="SN=$SERIAL,CA=$(openssl x509 -in tpp.pem -noout -issuer -nameopt RFC2253)" get "$RIGHT" "keyId: issuer= left in|SIG-06|$(none issuer-prefix)|[]|openssl prints issuer=…"
KEYID="SN=$SERIAL,CA=$(openssl x509 -in tpp.pem -noout -issuer | sed 's/^issuer=//;s/"/\\"/g')" get "$RIGHT" "keyId: openssl's default order|SIG-06|$(one issuer-reversed)|[]|openssl x509 -issuer"
KEYID="SN=$SERIAL,CA=$(openssl x509 -in tpp.pem -noout -issuer -nameopt compat | sed 's/^issuer=//')" get "$RIGHT" "keyId: one line of slashes|SIG-06|$(one issuer-one-line)|[]|openssl x509 -issuer -nameopt compat, and openssl 1.0"
KEYID="SN=$SERIAL,CA=$(openssl x509 -in tpp.pem -noout -issuer -nameopt sep_semi_plus_space,esc_2253,utf8,sname | sed 's/^issuer=//')" get "$RIGHT" "keyId: semicolons, in openssl's order|SIG-06|{\"anyOf\":[[\"issuer-reversed\"],[\"issuer-reversed\",\"issuer-separator\"]]}|[]|sep_semi_plus_space"
KEYID="CA=$ISSUER,SN=$SERIAL" get "$RIGHT" "keyId: CA before SN|SIG-05|$(one key-id-form)|[\"SN=\"]|the other way round"
KEYID="$(openssl x509 -in tpp.pem -noout -fingerprint -sha256 | cut -d= -f2)" get "$RIGHT" "keyId: the fingerprint|SIG-05|$(one key-id-form)|[\"SN=\"]|openssl x509 -fingerprint"
KEYID="sn=$SERIAL,ca=$ISSUER" get "$RIGHT" "keyId: sn and ca in lower case|SIG-05|$(one key-id-form)|[\"SN=\"]|lower case everywhere"

# ---- curl and the body
DIGEST=$(echo "$BODY" | openssl dgst -sha256 -binary | base64)
pay "$(printf %s "${PAY/$SHA/$DIGEST}" | sign)" "Digest header: echo adds a newline|SIG-12|$(one body-trailing-newline)|[\"digest\"]|echo \"\$BODY\" into openssl dgst" --data-binary "$BODY"
echo "$BODY" | jq --indent 2 . > pretty.json
DIGEST=$(openssl dgst -sha256 -binary pretty.json | base64)
pay "$(printf %s "${PAY/$SHA/$DIGEST}" | sign)" "Digest header: curl -d takes the newlines out of a file|SIG-12|$(one body-pretty-printed body-trailing-newline)|[\"digest\"]|curl -d @file drops CR and LF; --data-binary does not" -d @pretty.json
sed 's/$/\r/' pretty.json > windows.json
pay "$(printf %s "${PAY/$SHA/$DIGEST}" | sign)" "Digest header: hashed with LF, sent with CRLF|SIG-12|$(one body-crlf)|[\"digest\"]|git autocrlf" --data-binary @windows.json
DIGEST=$(jq -cS . pretty.json | tr -d '\n' | openssl dgst -sha256 -binary | base64)
pay "$(printf %s "${PAY/$SHA/$DIGEST}" | sign)" "Digest header: jq -cS|SIG-12|$(one body-keys-sorted)|[\"digest\"]|sorted for the hash" --data-binary "$BODY"
DIGEST=$(jq -c . pretty.json | openssl dgst -sha256 -binary | base64)
pay "$(printf %s "${PAY/$SHA/$DIGEST}" | sign)" "Digest header: jq -c with its newline, sent pretty|SIG-12|$(one body-minified body-trailing-newline)|[\"digest\"]|the file is pretty, the pipe is compact and ends in a newline; the file does too" --data-binary "$(cat pretty.json)"
DIGEST=$SHA
TARGET='/v1/accounts?withBalance=true' NAMES="(request-target) $READ_NAMES" get "$(printf '(request-target): get /v1/accounts\n%s' "$READ" | sign)" "curl -G puts the query on|SIG-10|$(one request-target-without-query)|[\"request-target\"]|curl -G -d withBalance=true; the string knows only the path"
TARGET='/v1/../v1/accounts' NAMES="(request-target) $READ_NAMES" get "$(printf '(request-target): get /v1/../v1/accounts\n%s' "$READ" | sign)" "curl removes dots from the path|SIG-10|$(none request-target-normalised)|[\"request-target\"]|no --path-as-is"
TARGET='/banks/acme/v1/accounts' NAMES="(request-target) $READ_NAMES" get "$(printf '(request-target): get /v1/accounts\n%s' "$READ" | sign)" "bank below a path, signed without it|SIG-10|{\"anyOf\":[[\"request-target-without-bank\"],[\"request-target-other-prefix\"]]}|[\"request-target\"]|the base address holds the prefix"
TARGET='/v1/accounts' NAMES="(request-target) $READ_NAMES" get "$(printf '(request-target): GET /v1/accounts HTTP/1.1\n%s' "$READ" | sign)" "the request line as curl -v shows it|SIG-10|{\"mistakes\":[\"request-target-with-version\"]}|[\"request-target\"]|copied from curl -v"
