<?php
// PHP: curl, ext-openssl and json_encode, as a shop's payment module signs.
const AFTER_SERIAL = 'CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO';
$contexts = json_decode(file_get_contents(__DIR__ . '/contexts.json'), true);
function kit($name) { return trim(file_get_contents(getenv('KIT') . '/' . $name)); }

// Signs context number $at rightly, but for the slip: each of its members stands for a line of a program.
function row($id, $what, $expects, $at, $slip = []) {
    global $contexts;
    $context = $contexts[$at];
    $object = $context['body'] ?? null;
    $headers = ['Date' => gmdate('D, d M Y H:i:s \G\M\T')];
    $body = $object === null ? null : json_encode($object);
    if ($object !== null) $headers['Digest'] = 'SHA-256=' . ($slip['digest'] ?? fn($b) => base64_encode(hash('sha256', $b, true)))($body);
    $headers += ['X-Request-ID' => trim(file_get_contents('/proc/sys/kernel/random/uuid')), 'TPP-Redirect-URI' => $context['redirect']];
    $names = array_map('strtolower', array_keys($headers));
    $lines = array_map(fn($n, $v) => "$n: $v", $names, $headers);
    $text = ($slip['join'] ?? fn($l) => implode("\n", $l))($lines);
    openssl_sign($text, $raw, kit('own.key'), $slip['algorithm'] ?? OPENSSL_ALGO_SHA256);
    $keyId = $slip['keyId'] ?? 'SN=4F3AC29B07D1E86C,' . AFTER_SERIAL;
    $headers['Signature'] = "keyId=\"$keyId\",algorithm=\"rsa-sha256\",headers=\"" . implode(' ', $names) . '",signature="' . base64_encode($raw) . '"';
    $headers['TPP-Signature-Certificate'] = kit('own.b64');
    if ($body !== null) $headers['Content-Type'] = 'application/json';
    $note = ['id' => $id, 'what' => $what, 'expects' => $expects, 'stack' => 'PHP curl', 'signed' => base64_encode($text)];
    file_put_contents(getenv('NOTES'), json_encode($note) . "\n", FILE_APPEND);
    $curl = curl_init(getenv('BANK') . $context['path']);
    $written = array_map(fn($n, $v) => "$n: $v", array_keys($headers), $headers);
    curl_setopt_array($curl, [CURLOPT_CUSTOMREQUEST => $context['method'], CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => $written]);
    if ($body !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, ($slip['sent'] ?? fn($b) => $b)($body));
    curl_exec($curl);
}

$slashes = fn($b) => json_encode(json_decode($b), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
row('hash-hex', "hash('sha256', …) goes into Digest as it is", ['digest-hex'], 1, ['digest' => fn($b) => hash('sha256', $b)]);
row('json-slashes', 'The digest is of json_encode, JSON without escapes is sent', ['body-json-escaped'], 1, ['sent' => $slashes]);
row('single-quotes', "implode('\\n', …) in single quotes", ['joined-with-escaped-newline'], 0, ['join' => fn($l) => implode('\n', $l)]);
row('default-algorithm', 'openssl_sign() without its last argument, which is SHA-1', ['hash-sha1'], 0, ['algorithm' => OPENSSL_ALGO_SHA1]);
$parsed = openssl_x509_parse(kit('own.pem'));
row('parsed-name', "openssl_x509_parse()['name'], which is the subject", ['issuer-is-subject | issuer-one-line'], 0, ['keyId' => "SN={$parsed['serialNumberHex']},CA={$parsed['name']}"]);
