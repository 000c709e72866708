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
context 6; { cat "$W/string"; printf '\n'; } >"$W/x"; mv "$W/x" "$W/string"; SIG=$(openssl dgst -sha256 -sign "$KIT/own.key" -hex "$W/string" | sed 's/.*= //')
send hex-and-echo 'openssl dgst -hex, of what echo wrote' '["signature-hex","trailing-newline"]'
context 5; CERTIFICATE=$(openssl x509 -in "$KIT/own.pem" -outform DER | xxd -p | tr -d '\n')
send certificate-hex 'The certificate in hexadecimal' '["SIG-02"]'
context 2; KEYID="SN=4F3AC29B07D1E86C,CA=$(openssl x509 -in "$KIT/own.pem" -noout -issuer | sed 's/issuer=//')"; echo "$(cat "$W/string")" >"$W/string"
send issuer-and-echo 'openssl x509 -issuer, and echo for the string' '["issuer-reversed","trailing-newline"]'
