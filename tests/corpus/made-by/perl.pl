# Perl: LWP with Crypt::OpenSSL::RSA, MIME::Base64 and JSON.
use strict; use warnings; use utf8;
use Crypt::OpenSSL::RSA; use Crypt::OpenSSL::X509; use Digest::SHA qw(sha256 sha256_hex sha256_base64 sha512);
use Encode; use HTTP::Date; use HTTP::Request; use JSON; use LWP::UserAgent; use MIME::Base64; use POSIX qw(strftime);
use URI; use URI::Escape; use File::Basename;
$ENV{TZ} = 'Europe/Oslo'; POSIX::tzset();
my $OWN = 'SN=4F3AC29B07D1E86C,CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO';
my ($AFTER) = $OWN =~ /,(CA=.*)/;
sub kit { local $/; open my $f, '<', "$ENV{KIT}/$_[0]" or die; my $t = <$f>; $t =~ s/\s+$//; $t }
my $contexts = do { local $/; open my $f, '<', dirname(__FILE__) . '/contexts.json' or die; decode_json(<$f>) };
my %taken;
sub following {
    my ($tags) = @_;
    my @fit = grep { my $c = $_; my %its = map { $_ => 1 } @{ $c->{tags} }, ($c->{psu} ? 'psu' : ()); !grep { !$its{$_} } split ' ', $tags } @$contexts;
    return $fit[ ($taken{$tags}++) % @fit ];
}
my $key = Crypt::OpenSSL::RSA->new_private_key(kit('own.rsa.key'));
my $x509 = Crypt::OpenSSL::X509->new_from_string(kit('own.pem'));
my $json = JSON->new->utf8->canonical;
sub sha256_sign { $key->use_sha256_hash; $key->use_pkcs1_padding; my $raw = $key->sign($_[0]); $raw }

sub row {
    my ($id, $what, $expects, $tags, $s, $more) = (@_, {}, {});
    my $c = following($tags);
    my %h = ('X-Request-ID' => do { open my $f, '<', '/proc/sys/kernel/random/uuid'; my $u = <$f>; chomp $u; $u }, 'TPP-Redirect-URI' => $c->{redirect});
    $h{'PSU-ID'} = '6c875382-8963-4617-a931-738c9b8bae7f' if $c->{psu};
    $h{'PSU-Corporate-ID'} = 'e1b1d8c6-3f0e-4a0c-8d27-9b86c2f4a1d0' if $c->{corporate};
    $h{Date} = $s->{date} ? $s->{date}->() : time2str();
    my $body;
    if ($c->{body}) {
        $body = $s->{serialize} ? $s->{serialize}->($c->{body}) : $json->encode($c->{body});
        $h{Digest} = 'SHA-256=' . ($s->{digest} ? $s->{digest}->($body, $c->{body}) : encode_base64(sha256($body), ''));
        $h{'Content-Type'} = 'application/json';
    }
    my %l = map { lc $_ => $h{$_} } keys %h;
    $l{'(request-target)'} = lc($c->{method}) . " $c->{path}";
    my @names = $s->{names} ? @{ $s->{names} } : grep { defined $l{$_} } qw(date digest x-request-id psu-id psu-corporate-id tpp-redirect-uri);
    my @lines = map { my $v = $s->{value} ? $s->{value}->($_, $l{$_}, $c) : $l{$_}; $s->{line} ? $s->{line}->($_, $v) : "$_: $v" } @names;
    my $text = $s->{join} ? $s->{join}->(@lines) : join "\n", @lines;
    my $signed = $s->{bytes} ? $s->{bytes}->($text) : $text;
    my $raw = $s->{sign} ? $s->{sign}->($signed) : sha256_sign($signed);
    my $sig = $s->{encode} ? $s->{encode}->($raw) : encode_base64($raw, '');
    $h{'TPP-Signature-Certificate'} = kit('own.b64');
    my $keyid = $s->{key_id} // $OWN;
    $h{Signature} = qq(keyId="$keyid",algorithm="rsa-sha256",headers="@names",signature="$sig");
    $body = $s->{sent}->($body, $c->{body}) if $s->{sent};
    open my $n, '>>', $ENV{NOTES} or die;
    print $n JSON->new->utf8->encode({ id => $id, what => $what, expects => $expects, stack => 'Perl LWP', %$more, signed => encode_base64($signed, '') }), "\n";
    close $n;
    my $r = HTTP::Request->new($c->{method}, $ENV{BANK} . $c->{path}, [ map { $_ => $h{$_} } sort keys %h ], $body);
    my $answer = LWP::UserAgent->new->request($r);
    warn "$id: " . $answer->status_line . "\n" unless $answer->is_success;
}

row('encode-base64', 'encode_base64() wraps at 76 and ends in a line feed; LWP folds the header', ['signature-white-space'], 'get', { encode => sub { encode_base64($_[0]) } });
row('encode-base64-digest', 'encode_base64() ends the digest in a line feed, which LWP takes away and the string keeps', ['value-trailing-newline'], 'body', { digest => sub { encode_base64(sha256($_[0])) } });
row('sha256-base64', 'sha256_base64() of Digest::SHA leaves out the =', ['digest-without-padding'], 'body', { digest => sub { sha256_base64($_[0]) } });
row('sha256-hex', 'sha256_hex()', ['digest-hex'], 'body letters', { digest => sub { sha256_hex($_[0]) } });
row('default-hash', 'Crypt::OpenSSL::RSA signs with SHA-1 unless told otherwise', ['hash-sha1'], 'get', { sign => sub { my $k = Crypt::OpenSSL::RSA->new_private_key(kit('own.rsa.key')); $k->use_sha1_hash; $k->sign($_[0]) } });
row('private-encrypt', 'private_encrypt of the hash', ['no-digest-info'], 'body', { sign => sub { my $k = Crypt::OpenSSL::RSA->new_private_key(kit('own.rsa.key')); $k->use_pkcs1_padding; $k->private_encrypt(sha256($_[0])) } });
row('hash-first', 'sha256_hex first, sign then', ['hex-of-hash'], 'get query', { bytes => sub { sha256_hex($_[0]) } });
row('heredoc', 'A heredoc ends in a line feed', ['trailing-newline'], 'delete', { join => sub { join("\n", @_) . "\n" } });
row('list-separator', '"@lines": Perl joins with a space', ['joined-with-space'], 'get', { join => sub { "@_" } });
row('single-quotes', "join '\\n'", ['joined-with-escaped-newline'], 'body', { join => sub { join '\n', @_ } });
row('windows', 'print of the string to a file in text mode on Windows', ['crlf', 'trailing-newline'], 'get', { join => sub { join("\r\n", @_) . "\r\n" } });
row('header-field-names', 'header_field_names of HTTP::Headers: X-Request-Id', ['names-in-capitals'], 'body', { line => sub { my ($n, $v) = @_; (my $t = $n) =~ s/\b([a-z])/\u$1/g; "$t: $v" } });
row('hash-order', 'The lines in the order of a Perl hash, which is another each time', ['another-order'], 'get query', { join => sub { join "\n", @_[ 2, 0, 3, 1 ] } });
row('double-utf8', 'encode_json, and encode_utf8 once more where it is sent', [], 'body letters', { sent => sub { Encode::encode('UTF-8', Encode::decode('ISO-8859-1', $_[0])) } }, { cause => 'the body that was sent is UTF-8 encoded twice', says => ['twice|UTF-8'] });
row('latin1-body', 'to_json without utf8: LWP sends ISO-8859-1, the digest is of UTF-8', ['body-latin1'], 'body letters', { sent => sub { Encode::encode('ISO-8859-1', Encode::decode('UTF-8', $_[0])) } });
row('pretty', 'JSON->pretty, with three spaces and a space before each colon', ['body-pretty-printed', '? body-trailing-newline'], 'body', { digest => sub { encode_base64(sha256(JSON->new->utf8->canonical->pretty->encode($_[1])), '') } });
row('ascii', 'JSON->ascii where the body is hashed', ['body-json-escaped'], 'body letters', { digest => sub { encode_base64(sha256(JSON->new->ascii->canonical->encode($_[1])), '') } });
row('escape-slash', 'JSON->escape_slash where the body is sent', ['body-json-escaped'], 'body corporate', { sent => sub { JSON->new->utf8->canonical->escape_slash->encode($_[1]) } });
row('localtime', 'scalar localtime', ['SIG-11'], 'get', { date => sub { scalar localtime } });
row('strftime-local', "strftime '%a, %d %b %Y %H:%M:%S GMT', localtime", ['SIG-11'], 'body', { date => sub { strftime('%a, %d %b %Y %H:%M:%S GMT', localtime) } }, { says => ['zone|local time|hour'] });
row('strftime-signed', 'The string has %z, the header GMT', ['date-format'], 'get bank', { value => sub { my ($n, $v) = @_; $n eq 'date' ? strftime('%a, %d %b %Y %H:%M:%S %z', gmtime(str2time($v))) : $v } });
row('issuer', 'Crypt::OpenSSL::X509->issuer, in the order of the certificate', ['issuer-reversed'], 'get', { key_id => 'SN=' . $x509->serial . ',CA=' . $x509->issuer });
row('subject', '->subject', ['issuer-is-subject', '? issuer-reversed'], 'body', { key_id => 'SN=' . $x509->serial . ',CA=' . $x509->subject });
row('serial-hex', 'hex() of the serial number: a number in decimal, as far as Perl holds it', ['serial-decimal'], 'delete', { key_id => 'SN=' . do { no warnings 'portable'; hex($x509->serial) } . ",$AFTER" });
row('uri-escape', 'uri_escape of the redirect', ['redirect-percent-encoded'], 'psu', { value => sub { my ($n, $v) = @_; $n eq 'tpp-redirect-uri' ? uri_escape($v) : $v } });
row('uri-canonical', 'URI->canonical of the redirect: small scheme and host', ['redirect-normalised'], 'encoded', { value => sub { my ($n, $v) = @_; $n eq 'tpp-redirect-uri' ? URI->new($v)->canonical->as_string : $v } });
row('uri-path', 'URI->path in (request-target)', ['request-target-without-query'], 'get query', { names => [qw((request-target) date x-request-id psu-id tpp-redirect-uri)], value => sub { my ($n, $v, $c) = @_; $n eq '(request-target)' ? 'get ' . URI->new($c->{path})->path : $v } });
row('unpack-h', "unpack 'H*'", ['signature-hex'], 'get', { encode => sub { unpack 'H*', $_[0] } });
row('base64-and-hex', 'encode_base64() with its line ends, and sha256_hex()', ['signature-white-space', 'digest-hex'], 'body', { encode => sub { encode_base64($_[0]) }, digest => sub { sha256_hex($_[0]) } });
row('issuer-and-newline', '->issuer, and a heredoc', ['issuer-reversed', 'trailing-newline'], 'get', { key_id => 'SN=' . $x509->serial . ',CA=' . $x509->issuer, join => sub { join("\n", @_) . "\n" } });
