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
    if (!empty($context['psu'])) $headers['PSU-ID'] = '0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44';
    if (!empty($context['corporate'])) $headers['PSU-Corporate-ID'] = '7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90';
    $headers += ['TPP-Session-ID' => '6f2d0c1e9b', 'PSU-IP-Address' => '203.0.113.58'];
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

$on = fn($name, $change) => ['value' => fn($n, $v, $c) => $n === $name ? $change($v) : $v];
$target = fn($write, $names = ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri']) => ['names' => $names, 'value' => fn($n, $v, $c) => $n === '(request-target)' ? $write($c) : $v];
$sha1 = function ($t) { openssl_sign($t, $raw, kit('own.key')); return $raw; };
$pss = fn($t) => phpseclib3\Crypt\PublicKeyLoader::load(kit('own.key'))->sign($t);

row('heredoc-windows', 'A heredoc in a file that was saved on Windows', ['crlf'], 'get', ['join' => fn($l) => implode("\r\n", $l)], $g);
row('eol-concat', '$text .= $line . PHP_EOL', ['trailing-newline'], 'body nested', ['join' => fn($l) => implode(PHP_EOL, $l) . PHP_EOL, 'send' => $curl], $c);
row('br', 'implode("<br>\n", …), since the string was shown in a page first', [], 'get query', ['join' => fn($l) => implode("<br>\n", $l)], ['cause' => '<br> before each line end', 'says' => ['<br>|HTML|separator|between the lines|joined.{0,40}""|line break']] + $g);
row('implode-comma', 'implode(",", $lines)', ['joined-with-comma'], 'delete', ['join' => fn($l) => implode(',', $l), 'send' => $curl], $c);
row('print-r', 'print_r($headers, true)', ['? lines-as-list', '? lines-as-object'], 'get', ['join' => fn($l) => print_r(array_combine(array_map(fn($x) => explode(': ', $x)[0], $l), array_map(fn($x) => explode(': ', $x, 2)[1], $l)), true)], ['cause' => "PHP's print_r of an array of the headers"] + $g);
row('json-encode-headers', 'json_encode($headers), which escapes slashes', ['lines-as-object', '? json-escaped'], 'body ndct', ['join' => fn($l) => json_encode(array_combine(array_map(fn($x) => explode(': ', $x)[0], $l), array_map(fn($x) => explode(': ', $x, 2)[1], $l)))], $g);
row('ucwords-names', 'ucwords($name, "-") in the string', ['names-in-capitals'], 'body small', ['line' => fn($n, $v) => ucwords($n, '-') . ": $v"], $g);
row('server-names', 'Names as in $_SERVER without HTTP_: X_REQUEST_ID', ['names-underscored', 'names-in-capitals'], 'get', ['line' => fn($n, $v) => strtoupper(strtr($n, '-', '_')) . ": $v"], $g);
row('no-space', '$name . ":" . $value', ['no-space-after-colon'], 'body periodic', ['line' => fn($n, $v) => "$n:$v", 'send' => $curl], $c);
row('ksort', 'ksort($headers) before the string is built, the list stays', ['another-order'], 'body corporate', ['join' => function ($l) { sort($l); [$l[0], $l[2]] = [$l[2], $l[0]]; return implode("\n", $l); }], $g);
row('json-redirect', 'The redirect comes out of json_encode, with \\/', ['json-escaped'], 'get query', $on('tpp-redirect-uri', fn($v) => trim(json_encode($v), '"')), $g);
row('htmlentities-redirect', 'The redirect comes out of a Twig template, with &amp;', ['html-escaped'], 'get query', $on('tpp-redirect-uri', 'htmlspecialchars'), $g);
row('urlencode-redirect', 'urlencode($redirect) in the string', ['redirect-percent-encoded'], 'body ndct', $on('tpp-redirect-uri', 'urlencode'), $g);
row('parse-url', 'parse_url parts put together without the query', ['redirect-without-query'], 'get state', $on('tpp-redirect-uri', fn($v) => strtok($v, '?')), $g);
row('date-r', 'date("r") is signed, gmdate(…) is sent', ['date-format'], 'delete', $on('date', fn($v) => date('r', strtotime($v))), $g);
row('date-c', 'gmdate("c") in Date', ['SIG-11'], 'body small', ['date' => fn() => gmdate('c')], $g);
row('date-h', 'gmdate("D, d M Y h:i:s") . " GMT"', ['SIG-11'], 'get', ['date' => fn() => gmdate('D, d M Y h:i:s', time()) . ' GMT'], $g);
row('request-uri', '$_SERVER["REQUEST_URI"] of the own shop in (request-target)', [], 'get state', $target(fn($c) => 'get /checkout/bank/start?order=1004711'), ['cause' => 'the address of another request was signed'] + $g);
row('query-left', 'parse_url($url, PHP_URL_PATH)', ['request-target-without-query'], 'get encoded', $target(fn($c) => 'get ' . parse_url($c['path'], PHP_URL_PATH)), $g);
row('json-float', 'json_encode turned "86.40" into 86.4: the body was hashed with JSON_NUMERIC_CHECK', ['? body-numbers'], 'body small nested', ['serialize' => $flat, 'digest' => $digestOf(fn($o) => json_encode($o, JSON_NUMERIC_CHECK | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES))], ['cause' => 'strings of digits became numbers in what was hashed', 'says' => ['number|numeric']] + $g);
row('json-unescaped', 'JSON_UNESCAPED_UNICODE is hashed, Guzzle\'s json option sends \\u', ['body-json-escaped'], 'body nested', ['digest' => $digestOf($flat), 'send' => $guzzleJson], $g);
row('json-pretty', 'JSON_PRETTY_PRINT of the log is hashed', ['body-pretty-printed', '? body-json-escaped'], 'body periodic', ['digest' => $digestOf(fn($o) => json_encode($o, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES))], $g);
row('serialize', 'serialize($payload) is hashed', ['? body-as-object'], 'body ndct', ['digest' => $digestOf('serialize')], ['cause' => "the digest is of PHP's serialize()"] + $g);
row('form-params', 'form_params for json', ['body-as-form', '? body-json-escaped'], 'body small', ['serialize' => $flat, 'send' => $guzzleForm], ['says' => ['form']] + $g);
row('hash-without-raw', 'hash("sha256", $body) without its third argument, then base64_encode', ['digest-hex'], 'body nested', ['digest' => fn($b, $o) => 'SHA-256=' . base64_encode(hash('sha256', $b)), 'send' => $curl], $c);
row('digest-upper-hex', 'strtoupper(hash(…))', ['digest-hex'], 'body ndct', ['digest' => fn($b, $o) => 'SHA-256=' . strtoupper(hash('sha256', $b))], $g);
row('sign-default', 'openssl_sign without an algorithm, as in the manual\'s first example', ['hash-sha1'], 'get bank', ['sign' => $sha1], $g);
row('sign-hash', 'openssl_sign(hash("sha256", $text), …)', ['hex-of-hash'], 'body small', ['sign' => fn($t) => signed(hash('sha256', $t)), 'bytes' => fn($t) => hash('sha256', $t)], ['source' => 'https://php.tutorialink.com/how-can-i-get-php-to-sign-an-input-exactly-the-same-as-c'] + $g);
row('sign-raw', 'openssl_sign(hash("sha256", $text, true), …)', ['hashed-twice'], 'get', ['sign' => fn($t) => signed(hash('sha256', $t, true)), 'bytes' => fn($t) => hash('sha256', $t, true)], $g);
row('phpseclib-3', 'phpseclib 3, which signs with PSS', ['pss'], 'body nested', ['sign' => $pss], ['stack' => 'phpseclib', 'source' => 'https://whosebug.com/question/4495212/RSA-Signature-Verify-OpenSSL-vs-phpseclib']);
row('rawurlencode-signature', 'rawurlencode(base64_encode($signature))', ['signature-percent-encoded'], 'delete', ['encode' => fn($r) => rawurlencode(base64_encode($r))], $g);
row('json-signature', 'The header is json_encoded piece by piece: the slashes of the signature are \\/', ['? signature-in-text'], 'get query', ['encode' => fn($r) => trim(json_encode(base64_encode($r)), '"')], ['cause' => 'the slashes of the signature have a backslash before them', 'says' => ['slash']] + $g);
row('parsed-serial', "openssl_x509_parse()['serialNumber'], decimal for a short one", ['serial-decimal | serial-prefix'], 'get', ['keyId' => "SN={$parsed['serialNumber']}," . AFTER_SERIAL], $g);
row('issuer-parsed', 'http_build_query of the issuer, decoded: C=NO&O=…', ['issuer-reversed | issuer-separator | issuer-wrong | issuer-value | issuer-attribute-unknown', '? issuer-reversed', '? issuer-separator'], 'body ndct', ['keyId' => "SN={$parsed['serialNumberHex']},CA=" . urldecode(http_build_query($parsed['issuer']))], $g);
row('newline-and-hex', 'PHP_EOL after each line, and hash() without its third argument', ['trailing-newline', 'digest-hex'], 'body periodic', ['join' => fn($l) => implode("\n", $l) . "\n", 'digest' => fn($b, $o) => 'SHA-256=' . hash('sha256', $b)], $g);
row('capitals-and-sha1', 'ucwords names, and openssl_sign without an algorithm', ['names-in-capitals', 'hash-sha1'], 'get', ['line' => fn($n, $v) => ucwords($n, '-') . ": $v", 'sign' => $sha1], $g);
