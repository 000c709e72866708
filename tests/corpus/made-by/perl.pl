# Perl: LWP with Crypt::OpenSSL::RSA, MIME::Base64 and JSON.
use strict; use warnings;
use Crypt::OpenSSL::RSA; use Digest::SHA qw(sha256 sha256_hex); use File::Basename;
use HTTP::Date; use HTTP::Request; use JSON; use LWP::UserAgent; use MIME::Base64;
my $AFTER = 'CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO';
sub whole { local $/; open my $f, '<', $_[0] or die; my $t = <$f>; $t =~ s/\s+$//; $t }
sub kit { whole("$ENV{KIT}/$_[0]") }
my $contexts = decode_json(whole(dirname(__FILE__) . '/contexts.json'));
my $key = Crypt::OpenSSL::RSA->new_private_key(kit('own.rsa.key'));
my $json = JSON->new->utf8->canonical;

# Signs context number $at rightly, but for the slip: each of its members stands for a line of a program.
sub row {
    my ($id, $what, $expects, $at, $slip) = @_;
    my $c = $contexts->[$at];
    my @headers = (Date => time2str());
    my $body;
    if ($c->{body}) {
        $body = $json->encode($c->{body});
        push @headers, Digest => 'SHA-256=' . ($slip->{digest} ? $slip->{digest}->($body) : encode_base64(sha256($body), ''));
    }
    push @headers, 'X-Request-ID' => whole('/proc/sys/kernel/random/uuid'), 'TPP-Redirect-URI' => $c->{redirect};
    my @pairs = map { [$headers[2 * $_], $headers[2 * $_ + 1]] } 0 .. $#headers / 2;
    my @lines = map { lc($_->[0]) . ": $_->[1]" } @pairs;
    my $text = $slip->{join} ? $slip->{join}->(@lines) : join "\n", @lines;
    if ($slip->{sha1}) { $key->use_sha1_hash } else { $key->use_sha256_hash }
    $key->use_pkcs1_padding;
    my $signature = encode_base64($key->sign($text), '');
    my $names = join ' ', map { lc $_->[0] } @pairs;
    my $keyid = $slip->{key_id} // "SN=4F3AC29B07D1E86C,$AFTER";
    push @headers, Signature => qq(keyId="$keyid",algorithm="rsa-sha256",headers="$names",signature="$signature"),
        'TPP-Signature-Certificate' => kit('own.b64'), ($body ? ('Content-Type' => 'application/json') : ());
    open my $notes, '>>', $ENV{NOTES} or die;
    print $notes $json->encode({ id => $id, what => $what, expects => $expects, stack => 'LWP', signed => encode_base64($text, '') }), "\n";
    close $notes;
    LWP::UserAgent->new->request(HTTP::Request->new($c->{method}, $ENV{BANK} . $c->{path}, \@headers, $body));
}

row('sha256-hex', 'sha256_hex', ['digest-hex'], 1, { digest => sub { sha256_hex($_[0]) } });
row('single-quotes', "'\\n' in single quotes", ['joined-with-escaped-newline'], 0, { join => sub { join '\n', @_ } });
row('sha1', 'Crypt::OpenSSL::RSA signs with SHA-1 unless it is told otherwise', ['hash-sha1'], 0, { sha1 => 1 });
row('serial-colons', 'The serial number with colons', ['serial-colons'], 1, { key_id => "SN=4F:3A:C2:9B:07:D1:E8:6C,$AFTER" });
