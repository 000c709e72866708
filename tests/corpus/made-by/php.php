<?php
// PHP: ext-openssl, ext-curl, Guzzle and phpseclib, as a shop's payment module signs.
require '/usr/share/php/GuzzleHttp/autoload.php';
require '/usr/share/php/phpseclib3/autoload.php';
date_default_timezone_set('Europe/Oslo');
const OWN = 'SN=4F3AC29B07D1E86C,CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO';
const AFTER_SERIAL = 'CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO';
$contexts = json_decode(file_get_contents(__DIR__ . '/contexts.json'), true);
$taken = [];
function kit($name) { return trim(file_get_contents(getenv('KIT') . '/' . $name)); }
function uuid() { $d = random_bytes(16); $d[6] = chr(ord($d[6]) & 0x0f | 0x40); $d[8] = chr(ord($d[8]) & 0x3f | 0x80); return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($d), 4)); }
function following($tags) {
    global $contexts, $taken;
    $fit = array_values(array_filter($contexts, fn($c) => !array_diff(array_filter(explode(' ', $tags)), array_merge($c['tags'], empty($c['psu']) ? [] : ['psu']))));
    $at = $taken[$tags] ?? 0;
    $taken[$tags] = $at + 1;
    return $fit[$at % count($fit)];
}
function signed($text) { openssl_sign($text, $raw, kit('own.key'), OPENSSL_ALGO_SHA256); return $raw; }
function b64($raw) { return base64_encode($raw); }
$guzzle = fn($r) => (new GuzzleHttp\Client())->request($r['method'], $r['url'], ['headers' => $r['headers'], 'body' => $r['body'], 'http_errors' => false]);
$guzzleJson = fn($r) => (new GuzzleHttp\Client())->request($r['method'], $r['url'], ['headers' => $r['headers'], 'json' => $r['object']]);
$guzzleForm = function ($r) { unset($r['headers']['Content-Type']); (new GuzzleHttp\Client())->request($r['method'], $r['url'], ['headers' => $r['headers'], 'form_params' => $r['object']]); };
$curl = function ($r) {
    $c = curl_init($r['url']);
    curl_setopt_array($c, [CURLOPT_CUSTOMREQUEST => $r['method'], CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => array_map(fn($k, $v) => "$k: $v", array_keys($r['headers']), $r['headers'])]);
    if ($r['body'] !== null) curl_setopt($c, CURLOPT_POSTFIELDS, $r['body']);
    curl_exec($c);
};

function row($id, $what, $expects, $tags, $slip = [], $more = []) {
    global $guzzle;
    $context = following($tags);
    $step = fn($name, $default) => $slip[$name] ?? $default;
    $headers = ['X-Request-ID' => uuid(), 'TPP-Redirect-URI' => $context['redirect']];
    if (!empty($context['psu'])) $headers['PSU-ID'] = '6c875382-8963-4617-a931-738c9b8bae7f';
    if (!empty($context['corporate'])) $headers['PSU-Corporate-ID'] = 'e1b1d8c6-3f0e-4a0c-8d27-9b86c2f4a1d0';
    $headers += ['TPP-Session-ID' => 'S-20261122-17', 'PSU-IP-Address' => '192.0.2.17'];
    $headers['Date'] = $step('date', fn() => gmdate('D, d M Y H:i:s \G\M\T'))();
    $object = $context['body'] ?? null;
    $body = null;
    if ($object !== null) {
        $body = $step('serialize', 'json_encode')($object);
        $headers['Digest'] = $step('digest', fn($b, $o) => 'SHA-256=' . base64_encode(hash('sha256', $b, true)))($body, $object);
        $headers['Content-Type'] = 'application/json';
    }
    $lower = array_change_key_case($headers);
    $names = $step('names', array_values(array_filter(['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'], fn($n) => isset($lower[$n]))));
    $value = $step('value', fn($n, $v, $c) => $v);
    $lines = array_map(fn($n) => $step('line', fn($n, $v) => "$n: $v")($n, $value($n, $n === '(request-target)' ? strtolower($context['method']) . ' ' . $context['path'] : ($lower[$n] ?? ''), $context)), $names);
    $text = $step('join', fn($l) => implode("\n", $l))($lines);
    $signature = $step('encode', 'b64')($step('sign', 'signed')($text));
    $keyId = $step('keyId', OWN);
    $headers['TPP-Signature-Certificate'] = $step('certificate', kit('own.b64'));
    $headers['Signature'] = $step('header', fn($k, $h, $s) => "keyId=\"$k\",algorithm=\"rsa-sha256\",headers=\"$h\",signature=\"$s\"")($keyId, implode(' ', $names), $signature);
    foreach ($step('later', []) as $name => $text2) $headers[$name] = $text2;
    $request = ['method' => $context['method'], 'url' => getenv('BANK') . $context['path'], 'headers' => $headers, 'body' => $step('sent', fn($b, $o) => $b)($body, $object), 'object' => $object];
    file_put_contents(getenv('NOTES'), json_encode(['id' => $id, 'what' => $what, 'expects' => $expects, 'signed' => base64_encode($step('bytes', fn($t) => $t)($text))] + $more) . "\n", FILE_APPEND);
    try { $step('send', $guzzle)($request); } catch (Throwable $e) { fwrite(STDERR, "$id: " . substr($e->getMessage(), 0, 200) . "\n"); }
}

$parsed = openssl_x509_parse(kit('own.pem'));
$issuer = fn($by) => implode($by, array_map(fn($k, $v) => "$k=$v", array_keys($parsed['issuer']), $parsed['issuer']));
$rsa = phpseclib3\Crypt\PublicKeyLoader::load(kit('own.key'));
$flat = fn($o) => json_encode($o, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
$digestOf = fn($write) => fn($b, $o) => 'SHA-256=' . base64_encode(hash('sha256', $write($o), true));
$g = ['stack' => 'Guzzle'];
$c = ['stack' => 'PHP curl'];

row('default-algorithm', 'openssl_sign() without its last argument, which is SHA-1', ['hash-sha1'], 'body', ['sign' => function ($t) { openssl_sign($t, $raw, kit('own.key')); return $raw; }], ['source' => 'http://php.adamharvey.name/manual/zh/function.openssl-sign.php'] + $g);
row('hash-hex', "hash('sha256', …) gives hexadecimal, and base64_encode of that goes into Digest", ['digest-hex'], 'body', ['digest' => fn($b, $o) => 'SHA-256=' . base64_encode(hash('sha256', $b))], $g);
row('hash-hex-plain', "hash('sha256', …) goes into Digest as it is", ['digest-hex'], 'body', ['digest' => fn($b, $o) => 'SHA-256=' . hash('sha256', $b), 'send' => $curl], $c);
row('json-option', 'The digest is of JSON without escapes, the json option of Guzzle sends \\u and \\/', ['body-json-escaped'], 'body letters', ['digest' => $digestOf($flat), 'send' => $guzzleJson], $g);
row('json-slashes', 'The digest is of json_encode, JSON_UNESCAPED_SLASHES is sent', ['body-json-escaped'], 'body', ['digest' => $digestOf(fn($o) => json_encode(['x' => 'a/b'] + $o)), 'sent' => fn($b, $o) => json_encode(['x' => 'a/b'] + $o, JSON_UNESCAPED_SLASHES)], $g);
row('json-pretty', 'The digest is of JSON_PRETTY_PRINT with its four spaces', ['body-pretty-printed'], 'body bulk', ['digest' => $digestOf(fn($o) => json_encode($o, JSON_PRETTY_PRINT))], $g);
row('empty-array-object', 'json_decode and json_encode made {} of the body into []', [], 'body bulk', ['digest' => $digestOf(fn($o) => json_encode($o + ['meta' => []])), 'sent' => fn($b, $o) => json_encode($o + ['meta' => new stdClass()])], ['cause' => 'the body was re-serialised by PHP: an empty object became an empty list', 'says' => ['\\[\\]|empty|PHP']] + $g);
row('float', 'json_encode writes 1000000.0 as 1000000 and escapes letters; the body is sent with both flags', [], 'body numbers', ['digest' => $digestOf(fn($o) => json_encode($o)), 'sent' => fn($b, $o) => json_encode($o, JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE)], ['cause' => 'numbers are written otherwise in the body that was hashed', 'says' => ['number|decimal|1000000']] + $g);
row('form-params', 'form_params instead of json', [], 'body', ['send' => $guzzleForm], ['cause' => 'the body was sent as a form, the digest is of JSON', 'says' => ['form|urlencoded|name=value']] + $g);
row('http-build-query', 'curl gets http_build_query of the payload', [], 'body bulk', ['sent' => fn($b, $o) => http_build_query($o), 'send' => $curl], ['cause' => 'the body was sent as a form, the digest is of JSON', 'says' => ['form|urlencoded|name=value']] + $c);
row('single-quotes', "implode('\\n', …) in single quotes", ['joined-with-escaped-newline'], 'body', ['join' => fn($l) => implode('\n', $l)], $g);
row('php-eol-windows', 'PHP_EOL on Windows', ['crlf'], 'get', ['join' => fn($l) => implode("\r\n", $l), 'send' => $curl], $c);
row('eol-each', 'foreach … .= "$name: $value\n"', ['trailing-newline'], 'get bank', ['join' => fn($l) => implode("\n", $l) . "\n", 'send' => $curl], $c);
row('crlf-each', 'foreach … .= "$name: $value\r\n"', ['crlf', 'trailing-newline'], 'body', ['join' => fn($l) => implode("\r\n", $l) . "\r\n"], $g);
row('heredoc', 'A heredoc in an indented method of PHP before 7.3', ['lines-indented'], 'get query', ['join' => fn($l) => implode("\n            ", $l), 'send' => $curl], $c);
row('implode-nothing', 'implode($lines)', ['joined-with-nothing'], 'body', ['join' => fn($l) => implode($l)], $g);
row('ucwords', 'Names as getallheaders() gives them', ['names-in-capitals'], 'get', ['line' => fn($n, $v) => ucwords($n, '-') . ': ' . $v], $g);
row('name-equals', 'http_build_query of the headers', [], 'get', ['join' => fn($l) => http_build_query(array_column(array_map(fn($x) => explode(': ', $x, 2), $l), 1, 0))], ['cause' => 'the headers are signed as a form: name=value, joined with &, percent-encoded', 'says' => ['ampersand|&|form|percent']] + $g);
row('private-encrypt', 'openssl_private_encrypt of the raw hash', ['no-digest-info'], 'get', ['sign' => function ($t) { openssl_private_encrypt(hash('sha256', $t, true), $raw, kit('own.key')); return $raw; }, 'send' => $curl], $c);
row('sign-hash', 'openssl_sign of hash()', ['hex-of-hash'], 'body', ['bytes' => fn($t) => hash('sha256', $t), 'sign' => fn($t) => signed(hash('sha256', $t))], $g);
row('sign-raw-hash', 'openssl_sign of hash(…, true)', ['hashed-twice'], 'delete', ['bytes' => fn($t) => hash('sha256', $t, true), 'sign' => fn($t) => signed(hash('sha256', $t, true)), 'send' => $curl], $c);
row('md5', 'OPENSSL_ALGO_MD5 of an old module', ['hash-md5'], 'body', ['sign' => function ($t) { openssl_sign($t, $raw, kit('own.key'), OPENSSL_ALGO_MD5); return $raw; }], $g);
row('phpseclib-default', 'phpseclib signs with PSS unless told otherwise', ['pss'], 'body', ['sign' => fn($t) => $rsa->sign($t)], ['stack' => 'phpseclib']);
row('phpseclib-pkcs1-sha1', 'phpseclib with PKCS #1 and the hash of the old version', ['hash-sha1'], 'get', ['sign' => fn($t) => $rsa->withPadding(phpseclib3\Crypt\RSA::SIGNATURE_PKCS1)->withHash('sha1')->sign($t)], ['stack' => 'phpseclib']);
row('phpseclib-issuer', 'phpseclib getIssuerDN(DN_STRING), which writes a slash before a type that it does not know', ['issuer-reversed', 'issuer-separator'], 'get', ['keyId' => (function () { $x = new phpseclib3\File\X509(); $x->loadX509(kit('own.pem')); return 'SN=4F3AC29B07D1E86C,CA=' . $x->getIssuerDN(phpseclib3\File\X509::DN_STRING); })()], ['stack' => 'phpseclib']);
row('parsed-issuer', 'implode of the issuer of openssl_x509_parse, in the order of the certificate', ['issuer-reversed'], 'body', ['keyId' => "SN={$parsed['serialNumberHex']},CA=" . $issuer(',')], $g);
row('parsed-issuer-slashes', 'The same with slashes', ['issuer-one-line | issuer-separator'], 'get', ['keyId' => "SN={$parsed['serialNumberHex']},CA=/" . $issuer('/'), 'send' => $curl], $c);
row('parsed-serial', "openssl_x509_parse()['serialNumber']: decimal, or 0x… where it is long", ['serial-decimal | serial-prefix'], 'body', ['keyId' => "SN={$parsed['serialNumber']}," . AFTER_SERIAL], $g);
row('parsed-name', "openssl_x509_parse()['name'], which is the subject", ['issuer-is-subject | issuer-one-line'], 'get', ['keyId' => "SN={$parsed['serialNumberHex']},CA={$parsed['name']}"], $g);
row('date-local', "date(DATE_RFC7231) on a machine in Oslo: local time, called GMT", ['SIG-11'], 'get', ['date' => fn() => date(DATE_RFC7231), 'send' => $curl], ['says' => ['zone|local time|hour']] + $c);
row('date-atom', 'date(DATE_ATOM)', ['SIG-11'], 'body', ['date' => fn() => date(DATE_ATOM)], $g);
row('date-time', 'time(), the seconds since 1970', ['SIG-11'], 'get', ['date' => fn() => (string) time()], $g);
row('urlencode', 'urlencode(base64_encode($signature))', ['signature-percent-encoded'], 'body', ['encode' => fn($raw) => urlencode(base64_encode($raw))], $g);
row('bin2hex', 'bin2hex($signature)', ['signature-hex'], 'get', ['encode' => 'bin2hex', 'send' => $curl], $c);
row('base64-bin2hex', 'base64_encode(bin2hex($signature))', ['signature-hex'], 'body', ['encode' => fn($raw) => base64_encode(bin2hex($raw))], $g);
row('base64url', 'strtr to base64url, taken from a JWT class', ['signature-base64url'], 'get', ['encode' => fn($raw) => rtrim(strtr(base64_encode($raw), '+/', '-_'), '=')], $g);
row('chunk-split', 'chunk_split() at 64, the line ends replaced by a space', ['signature-white-space'], 'get', ['encode' => fn($raw) => str_replace("\r\n", ' ', rtrim(chunk_split(base64_encode($raw), 64))), 'send' => $curl], $c);
row('utf8-decode', 'The body was hashed after utf8_decode()', ['body-latin1'], 'body letters', ['serialize' => $flat, 'digest' => fn($b, $o) => 'SHA-256=' . base64_encode(hash('sha256', mb_convert_encoding($b, 'ISO-8859-1', 'UTF-8'), true))], $g);
row('htmlspecialchars', 'A framework ran htmlspecialchars over the values of the body that was sent', [], 'body corporate', ['serialize' => $flat, 'sent' => fn($b, $o) => htmlspecialchars($b, ENT_NOQUOTES)], ['cause' => 'the body that was sent is escaped as HTML, the one that was hashed is not', 'says' => ['HTML|&amp;|escape']] + $g);
row('redirect-rawurlencode', 'rawurlencode() of the redirect in the string', ['redirect-percent-encoded'], 'get', ['value' => fn($n, $v, $c) => $n === 'tpp-redirect-uri' ? rawurlencode($v) : $v], $g);
row('target-path', "parse_url(…)['path'] in (request-target)", ['request-target-without-query'], 'get query', ['names' => ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'], 'value' => fn($n, $v, $c) => $n === '(request-target)' ? 'get ' . parse_url($c['path'], PHP_URL_PATH) : $v], ['source' => 'https://github.com/TykTechnologies/tyk/issues/3113'] + $g);
row('id-upper', 'com_create_guid() gives capitals and braces; the header has neither', ['id-form | id-case'], 'get', ['value' => fn($n, $v, $c) => $n === 'x-request-id' ? '{' . strtoupper($v) . '}' : $v], $g);
row('certificate-pem-lines', 'The PEM without its line ends in TPP-Signature-Certificate', ['SIG-02'], 'body', ['certificate' => str_replace("\n", '', kit('own.pem'))], $g);
row('sha1-and-hex-digest', 'openssl_sign without its last argument, and hash() without its last', ['hash-sha1', 'digest-hex'], 'body', ['sign' => function ($t) { openssl_sign($t, $raw, kit('own.key')); return $raw; }, 'digest' => fn($b, $o) => 'SHA-256=' . base64_encode(hash('sha256', $b))], $g);
row('single-quotes-and-sha1', "'\\n' in single quotes, and openssl_sign without its last argument", ['joined-with-escaped-newline', 'hash-sha1'], 'get', ['join' => fn($l) => implode('\n', $l), 'sign' => function ($t) { openssl_sign($t, $raw, kit('own.key')); return $raw; }], $g);
row('order-and-issuer', 'ksort() of the headers, and the issuer of openssl_x509_parse', ['another-order', 'issuer-reversed'], 'body', ['join' => function ($l) { rsort($l); return implode("\n", $l); }, 'keyId' => "SN={$parsed['serialNumberHex']},CA=" . $issuer(', ')], $g);
