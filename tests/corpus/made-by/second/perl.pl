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
    $h{'PSU-ID'} = '0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44' if $c->{psu};
    $h{'PSU-Corporate-ID'} = '7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90' if $c->{corporate};
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

sub on { my ($name, $change) = @_; return (value => sub { my ($n, $v) = @_; $n eq $name ? $change->($v) : $v }) }
row('print-dollar-comma', 'local $\ = "\n" when the string is printed to a file', ['trailing-newline'], 'get', { join => sub { join("\n", @_) . "\n" } });
row('qq-missing', q(join('\n') once more, of a module from CPAN), ['joined-with-escaped-newline'], 'body small', { join => sub { join '\n', @_ } });
row('binmode-crlf', 'The layer :crlf of the file that openssl signs', ['crlf'], 'delete', { join => sub { join "\r\n", @_ } });
row('header-names', 'scan() of HTTP::Headers gives X-Request-ID', ['names-in-capitals'], 'get query', { line => sub { my ($n, $v) = @_; $n = join '-', map { /^(psu|tpp|id|uri)$/ ? uc : ucfirst } split /-/, $n; "$n: $v" } });
row('digest-hex-sha', 'Digest::SHA->hexdigest', ['digest-hex'], 'body periodic', { digest => sub { Digest::SHA->new(256)->add($_[0])->hexdigest } });
row('b64-no-pad', 'b64digest() leaves out the =', ['digest-without-padding'], 'body ndct', { digest => sub { Digest::SHA->new(256)->add($_[0])->b64digest } });
row('canonical-hashed', 'JSON->canonical is hashed, the order of the program is sent', ['body-keys-sorted'], 'body small', { serialize => sub { '{"paymentIds":' . JSON->new->encode($_[0]{paymentIds} // []) . ',"basketName":"Nov","creditorName":' . JSON->new->allow_nonref->encode($_[0]{creditorName} // '') . '}' }, digest => sub { encode_base64(sha256(JSON->new->utf8->canonical->encode(decode_json($_[0]))), '') } });
row('sha1-default', 'Crypt::OpenSSL::RSA without use_sha256_hash', ['hash-sha1'], 'get bank', { sign => sub { my $k = Crypt::OpenSSL::RSA->new_private_key(kit('own.rsa.key')); $k->use_sha1_hash; $k->sign($_[0]) } });
row('http-date-local', 'strftime with localtime, and GMT behind it', ['SIG-11'], 'body nested', { date => sub { strftime('%a, %d %b %Y %H:%M:%S GMT', localtime) } }, { says => ['zone|local time|hour|3600'] });
row('uri-escape-utf8', 'uri_escape of the redirect, with its slashes', ['redirect-percent-encoded'], 'get query', { on('tpp-redirect-uri', sub { uri_escape($_[0]) }) });
