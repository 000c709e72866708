# openssl, coreutils, curl and jq, as in the README of many a bank and in a first attempt by hand.
# shellcheck disable=SC2034,SC2086,SC2016
export LC_ALL=C TZ=Europe/Oslo
TEMPORARY=$(mktemp -d)
trap 'rm -rf "$TEMPORARY"' EXIT
cp "$(dirname "$0")/contexts.json" "$TEMPORARY"
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
  PSU=0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44
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
    -H "TPP-Redirect-URI: $REDIRECT" -H "TPP-Session-ID: 6f2d0c1e9b" -H "PSU-IP-Address: 203.0.113.58" \
    -H "TPP-Signature-Certificate: ${CERTIFICATE-$CERT}" "$@" \
    -H "Signature: ${HEADER-keyId=\"$KEYID\",algorithm=\"rsa-sha256\",headers=\"$NAMES\",signature=\"$SIG\"}" \
    ${BODY:+$SENT} || echo "$1 failed" >&2
  unset SIG HEADER CERTIFICATE SIGNED
}

MULTI='CA=CN=Tillitsrot Seal CA 2-1 2024,2.5.4.97=NTRDE-HRB74346,OU=Trust Services,O=Tillitsrot GmbH,L=Berlin,ST=Berlin,C=DE'
multi() { CERTIFICATE=$(cat "$KIT/multi.b64"); SIG=$(openssl dgst -sha256 -sign "$KIT/multi.key" "$W/string" | base64 -w0); }
both() { cat >"$W/x"; mv "$W/x" "$W/string"; }
AS_MULTI='"certificate":"multi"'

context 0; { cat "$W/string"; echo; } | both
send cat-eof 'cat <<EOF > string.txt ends in a line feed' '["trailing-newline"]' '"source":"https://github.com/wso2/financial-services-accelerator/issues/728"'
context 1; { cat "$W/string"; printf '\r\n'; } | sed 's/\r*$/\r/' | sed '$s/\r//' | tr -d '\r' | sed 's/$/\r/' | both
send powershell-here "A here-string of PowerShell, with CRLF, and the line end of Out-File" '["crlf","trailing-newline"]' '"source":"https://github.com/PowerShell/PowerShell/issues/25246"'
context 2; { printf '\357\273\277'; cat "$W/string"; } | both
send out-file-utf8 'Out-File -Encoding utf8 -NoNewline of PowerShell 5 writes a byte order mark' '["bom-in-front"]'
context 3; iconv -f UTF-8 -t UTF-16LE "$W/string" | both
send set-content-unicode 'Set-Content -Encoding Unicode -NoNewline, its mark cut away' '["utf16"]'
context 4; bash --posix -c 'shopt -s xpg_echo; echo -n "$1"' sh "$(cat "$W/string")" | both
send sh-echo-n "sh of macOS: echo -n prints -n and a space before the string, and a line feed after it" '["? trailing-newline"]' '"cause":"-n and a space before the string","says":["echo|-n|in front|before (the|its) (string|first|date)"],"source":"https://developers.satispay.com/reference/sign-the-string"'
context 5; tr '\n' ' ' <"$W/string" | both
send xargs 'The string went through xargs, which joins its lines with spaces' '["joined-with-space"]'
context 6; sed 's/^/  /;1s/^  //' "$W/string" | tr '\n' '\001' | sed 's/\x01$//' | tr '\001' '\n' | both
printf '%s' "$(cat "$W/string")" | both
send yaml-block 'A block of YAML with two spaces more before the later lines' '["lines-indented"]'
context 7; sed 's/: /:/' "$W/string" | both; printf '%s' "$(cat "$W/string")" | both
send awk-colon "awk -v OFS=: prints name:value" '["no-space-after-colon"]'
context 0; sed 's/^x-request-id/X-Request-ID/;s/^psu-id/PSU-ID/;s/^tpp-redirect-uri/TPP-Redirect-URI/;s/^date/Date/' "$W/string" | both; printf '%s' "$(cat "$W/string")" | both
send copied-options 'The -H options of curl were copied for the string' '["names-in-capitals"]'
context 2; { sed -n 2p "$W/string"; sed -n 1p "$W/string"; sed -n 3,9p "$W/string"; } >"$W/x"; printf '%s' "$(cat "$W/x")" >"$W/string"
send other-order 'x-request-id stands before date in the string' '["another-order"]'
context 1; { cat "$W/string"; printf '\n\n'; cat "$W/body.json"; } | both
send body-behind 'The body follows the headers after an empty line, as in a raw request' '["body-appended"]'
context 3; cp "$W/body.json" "$W/string"
send body-signed 'The body is signed, as at a bank that signs the payload alone' '["body-only"]'
context 0; base64 -w0 "$W/string" | both
send base64-string 'base64 of the string is piped into openssl' '["base64-of-string"]'
context 2; tr 'A-Z' 'a-z' <"$W/string" | both
send lowered "tr 'A-Z' 'a-z' of the whole string, since names must be in lower case" '["lower-cased | date-format"]'
context 0; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | openssl base64 | tr '\n' ' ' | sed 's/ $//')
send openssl-base64 'openssl base64 without -A, its lines joined with spaces' '["signature-white-space"]' '"source":"https://docs.openbank.icard.com/display/OI/Signing+Requests"'
context 1; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | xxd -p -c 256)
send xxd-only 'xxd -p instead of base64' '["signature-hex"]'
context 2; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | base64 -w0 | tr '+/' '-_')
send basenc 'basenc --base64url' '["signature-base64url"]'
context 3; SIG=$(openssl dgst -sha512 -sign "$KIT/own.key" "$W/string" | base64 -w0)
send dgst-sha512 'openssl dgst -sha512, from the page of another bank' '["hash-sha512"]' '"source":"https://developer.rabobank.nl/signing-requests-psd2-apis"'
context 4; SIG=$(openssl dgst -sha1 -sign "$KIT/own.key" "$W/string" | base64 -w0)
send openssl-sha1 'openssl sha1 -sign of an old script' '["hash-sha1"]'
context 0; SIG=$(openssl dgst -sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:-1 -sign "$KIT/own.key" "$W/string" | base64 -w0)
send pss-sigopt '-sigopt rsa_padding_mode:pss, since the HSM does so' '["pss"]'
context 5; openssl dgst -sha256 -binary "$W/string" | both; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" "$W/string" | base64 -w0)
send dgst-twice 'openssl dgst -binary | openssl dgst -sign' '["hashed-twice"]'
context 1; openssl dgst -sha256 -hex "$W/string" | sed 's/.*= //' | tr -d '\n' >"$W/x"; mv "$W/x" "$W/string"
send hex-hash-file 'sha256sum | cut | tr, and that is signed' '["hex-of-hash"]'
context 0; SIG=$(openssl dgst -sha256 -sign "$KIT/transport.key" "$W/string" | base64 -w0)
send tls-key 'The key of curl --key signs too' '["another-key"]'
context 2; CERTIFICATE=$(cat "$KIT/transport.b64")
send tls-cert 'The file of curl --cert is sent in TPP-Signature-Certificate' '["another-certificate"]'
context 3; CERTIFICATE=$(cat "$KIT/authority.b64")
send chain-order 'chain.pem begins with the authority' '["authority-certificate"]'
context 4; CERTIFICATE="$(tr '\n' ' ' <"$KIT/own.pem" | sed 's/ $//')"
send pem-armour 'The PEM with its BEGIN and END in one line' '["SIG-02"]'
context 1; DIGEST="SHA-256=$( (cat "$W/body.json"; echo) | openssl dgst -sha256 -binary | base64)"; text
send echo-body 'echo "$BODY" | openssl dgst' '["body-trailing-newline"]'
context 3; DIGEST="SHA-256=$(openssl dgst -sha256 "$W/body.json" | cut -d' ' -f2)"; text
send dgst-text 'openssl dgst without -binary, cut' '["digest-hex"]'
context 5; DIGEST="SHA-256=$(sha256sum "$W/body.json" | cut -d' ' -f1 | xxd -r -p | base64 | tr '+/' '-_')"; text
send digest-url64 'basenc --base64url of the hash' '["digest-base64url"]'
context 9; DIGEST="SHA-256=$(jq . "$W/body.json" | openssl dgst -sha256 -binary | base64)"; text
send jq-pretty 'jq . of the body is hashed, with its last line feed' '["body-pretty-printed","? body-trailing-newline"]'
context 10; DIGEST="SHA-256=$(jq -cSj . "$W/body.json" | openssl dgst -sha256 -binary | base64)"; text
send jq-sorted 'jq -cSj of the body is hashed' '["body-keys-sorted"]'
context 3; jq . "$W/body.json" >"$W/pretty"; DIGEST="SHA-256=$(openssl dgst -sha256 -binary "$W/pretty" | base64)"; cp "$W/pretty" "$W/body.json"; SENT="-d @$W/body.json"; text
send curl-d 'curl -d @body.json takes the line ends out; the digest is of the file' '["body-pretty-printed | body-crlf","? body-trailing-newline","? body-pretty-printed","? body-crlf"]' '"cause":"curl took the line ends out of the body and left the indentation"'
context 1; jq . "$W/body.json" >"$W/pretty"; P=$(cat "$W/pretty"); DIGEST="SHA-256=$(echo $P | openssl dgst -sha256 -binary | base64)"; printf '%s' "$P" >"$W/body.json"; text
send echo-unquoted 'echo $BODY without quotation marks: one space for each white space, and a line feed' '["? body-trailing-newline","? body-minified","? body-spaced","? body-crlf"]' '"cause":"the body was hashed with one space in the place of its line ends and indentation","says":["space|line end|white"]'
context 3; DIGEST="SHA-512=$(openssl dgst -sha256 -binary "$W/body.json" | base64)"; text
send named-512 'SHA-256 under the name SHA-512' '["digest-other-algorithm | SIG-12"]'
context 9; DIGEST="$(openssl dgst -sha256 -binary "$W/body.json" | base64)"; text
send digest-no-name 'Digest without SHA-256=' '["SIG-12 | digest-without-algorithm"]'
context 1; BYTES=$(iconv -f UTF-8 -t ISO-8859-1 "$W/body.json" | openssl dgst -sha256 -binary | base64); DIGEST="SHA-256=$BYTES"; text
send iso-file 'The body was hashed from a file in ISO-8859-1' '["body-latin1"]'
context 3; (cd "$W" && gzip -nk body.json); SENT="--data-binary @$W/body.json.gz -H Content-Encoding:gzip"
send gzip-file 'gzip body.json, and its digest is of body.json' '["body-compressed"]'; rm -f "$W/body.json.gz"
context 0; DATE=$(date '+%a, %d %b %Y %H:%M:%S GMT'); text
send date-local 'date without -u' '["SIG-11"]' '"says":["zone|local time|hour|3600"]'
context 1; DATE=$(date -u -R); text; NOW=$(date -u '+%a, %d %b %Y %H:%M:%S GMT'); DATE=$NOW
send date-r "date -u -R is signed, +0000; the header has GMT" '["date-format"]'
context 2; DATE=$(date -u); text
send date-u 'date -u as it is' '["SIG-11"]'
context 0; DATE=$(date -u '+%a, %d %b %Y %H:%M:%S GMT' -d '20 minutes ago'); text
send date-cached 'DATE was set when the terminal was opened' '["SIG-11"]'
context 4; text; ID=$(cat /proc/sys/kernel/random/uuid)
send uuid-function 'The id is $(uuidgen) in an alias, made anew each time' '[]' '"cause":"the id that was signed is not known to anyone else"'
context 0; text; ID=$(echo "$ID" | tr a-f A-F)
send uuid-macos 'uuidgen of macOS in the header, small letters in the string' '["id-case"]'
context 0; KEYID="SN=$(openssl x509 -in "$KIT/own.pem" -noout -serial | cut -d= -f2 | sed 's/../&:/g;s/:$//'),$AFTER"
send serial-colons 'The serial number as the browser shows it' '["serial-colons"]'
context 2; multi; KEYID="SN=$((16#20190417)),$MULTI"
send serial-text 'The decimal number that openssl x509 -text shows first' '["serial-decimal"]' "$AS_MULTI"
context 3; multi; KEYID="SN=20190417,CA=$(openssl x509 -in "$KIT/multi.pem" -noout -issuer | sed 's/issuer=//;s/ = /=/g')"
send issuer-default 'openssl x509 -issuer, in its own order' '["issuer-reversed"]' "$AS_MULTI"
context 0; multi; KEYID="SN=20190417,CA=$(openssl x509 -in "$KIT/multi.pem" -noout -issuer -nameopt compat | sed 's/issuer=//')"
send issuer-compat '-nameopt compat, with slashes' '["issuer-one-line"]' "$AS_MULTI"
context 5; multi; KEYID="SN=20190417,CA=$(openssl x509 -in "$KIT/multi.pem" -noout -subject -nameopt RFC2253 | sed 's/subject=//')"
send subject-2253 '-subject where -issuer was meant' '["issuer-is-subject"]' "$AS_MULTI"
context 0; KEYID="4F3AC29B07D1E86C"
send serial-alone 'keyId is the serial number alone' '["key-id-form"]' '"source":"https://docs.openbank.icard.com/display/OI/Signing+Requests"'
context 4; HEADER="keyId=\\\"$OWN\\\",algorithm=\\\"rsa-sha256\\\",headers=\\\"$NAMES\\\",signature=\\\"$(sign)\\\""
send escaped-quotes 'Quotation marks with backslashes inside single quotation marks' '["SIG-03"]' '"source":"https://support.nordeaopenbanking.com/hc/en-us/articles/10914102297116-Signature-creation-FAQ"'
context 0; HEADER="keyId=“$OWN”,algorithm=“rsa-sha256”,headers=“$NAMES”,signature=“$(sign)”"
send curly-quotes 'The command was copied from a Word document, with its quotation marks' '["SIG-03 | SIG-04"]'
context 2; HEADER="keyId=\"$OWN\",algorithm=\"rsa-sha512\",headers=\"$NAMES\",signature=\"$(openssl dgst -sha512 -sign "$KIT/own.key" "$W/string" | base64 -w0)\""
send rsa-sha512 'algorithm="rsa-sha512" and -sha512' '["SIG-07"]' '"source":"https://docs.openbank.icard.com/display/OI/Signing+Requests"'
context 3; DIGEST="SHA-256=$(sha256sum "$W/body.json" | cut -d' ' -f1)"; text; { cat "$W/string"; echo; } | both
send sum-and-echo 'sha256sum in the digest, and echo for the string' '["digest-hex","trailing-newline"]'
context 0; SIG=$( (cat "$W/string"; echo) >"$W/x"; mv "$W/x" "$W/string"; openssl dgst -sha512 -sign "$KIT/own.key" "$W/string" | base64 -w0)
send echo-and-512 'echo, and -sha512' '["trailing-newline","hash-sha512"]'
context 2; sed 's/: /:/' "$W/string" >"$W/x"; { printf '%s' "$(cat "$W/x")"; echo; } >"$W/string"; KEYID="SN=0x4F3AC29B07D1E86C,$AFTER"
send colon-and-0x 'name:value with a line feed at the end, and 0x before the serial number' '["serial-prefix","no-space-after-colon","trailing-newline"]'
