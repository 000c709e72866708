#!/usr/bin/perl
# Requests signed wrongly the way Perl scripts do: core modules, openssl for RSA, JSON::PP's own printing.
# Run by make-wrongly-signed.mjs: perl wrongly-signed.pl <folder with keys>; prints a JSON array.
use strict;
use warnings;
use Digest::SHA qw(sha256);
use Encode qw(decode);
use JSON::PP;
use MIME::Base64 qw(encode_base64);
use POSIX qw(strftime);

my $folder = shift;
chdir $folder or die $!;
my $now  = 1793696707;
my $json = JSON::PP->new->utf8->canonical;
my @entries;

# The keys of this body are in order already, so that Perl's sorting changes nothing.
my $body = '{"creditorName":"' . "Fl\xc3\xb8te og R\xc3\xb8mme" . '","instructedAmount":{"amount":"7.25","currency":"NOK"}}';
my @names = qw(Date Digest X-Request-ID PSU-ID TPP-Redirect-URI);

sub base64 { encode_base64($_[0], '') }

sub headers {
    return (
        'Date'             => strftime('%a, %d %b %Y %H:%M:%S GMT', gmtime $now),
        'Digest'           => 'SHA-256=' . base64(sha256($body)),
        'X-Request-ID'     => 'e8b1c2d3-0f4a-4b5c-8d6e-7f8091a2b3c4',
        'PSU-ID'           => '6c875382-8963-4617-a931-738c9b8bae7f',
        'TPP-Redirect-URI' => 'https://tpp.example/svar?q=1&b=%5B2%5D',
        @_
    );
}

sub sign {
    my ($text, $key) = (@_, 'tpp');
    open my $out, '>', 'perl.txt' or die $!;
    print $out $text;
    close $out;
    return base64(scalar `openssl dgst -sha256 -sign $key.key perl.txt`);
}

sub ask { my $line = `openssl x509 -in tpp.pem -noout $_[0] -nameopt RFC2253`; chomp $line; $line =~ s/^\w+=//; $line }

sub add {
    my ($title, $signed, $expect, $note, %more) = @_;
    my %sent = (headers(), %{ $more{sent} || {} });
    my $signature = $more{signature} // sign($signed);
    my $keyid = 'SN=' . ask('-serial') . ',CA=' . ask('-issuer');
    my $list = lc join ' ', @names;
    my @sent = map { [$_, $sent{$_}] } @names;
    push @sent, ['TPP-Signature-Certificate', base64(do { local (@ARGV, $/) = 'tpp.der'; <> })],
        ['Signature', qq(keyId="$keyid",algorithm="rsa-sha256",headers="$list",signature="$signature")],
        ['Content-Type', 'application/json'];
    push @entries, {
        title => $title, madeWith => 'Perl 5.36 and openssl', method => 'POST', target => '/v1/bulk-payments/sepa-credit-transfers',
        headers => \@sent, body => base64($more{body} // $body),
        refusedBy => exists $more{refused} ? $more{refused} : 'SIG-10', expect => $expect, says => $more{says} || [], note => $note,
    };
}

sub lines { my ($colon, %h) = @_; return map { lc($_) . $colon . $h{$_} } @names }
sub text { return join "\n", lines(': ', headers(@_)) }
sub one { return { mistakes => [@_] } }
sub none { return { mistakes => undef, wish => [@_] } }

my %h = headers();
add('right: bulk payment', text(), undef, '', refused => undef);

add('lines end in CR, as on an old Mac', join("\r", lines(': ', %h)), one('cr'), '$/ and $\ of MacPerl, or a text field');
add('semicolons between', join('; ', lines(': ', %h)), one('joined-with-semicolon'), "join '; '");
add('commas without blank', join(',', lines(': ', %h)), one('joined-with-comma'), "join ','");
add('a tab after the colon', join("\n", lines(":\t", %h)), one('tab-after-colon'), 'columns');
add('two blanks after the colon', join("\n", lines(':  ', %h)), one('two-spaces-after-colon'), '":  "');
add('a blank before the colon', join("\n", lines(' : ', %h)), one('space-before-colon'), '" : "');
add('a blank and no colon', join("\n", lines(' ', %h)), one('no-colon'), 'join " "');
add('names padded to a column', join("\n", map { sprintf '%-18s%s', lc("$_:"), $h{$_} } @names), none('names-padded'), 'sprintf "%-18s"');
add('names as HTTP::Headers prints them', join("\n", map { my $n = lc; $n =~ s/\b(\w)/\u$1/g; "$n: $h{$_}" } @names), one('names-in-capitals'), 'Psu-Id, Tpp-Redirect-Uri');
add('as_string of HTTP::Headers', join('', map { my $n = lc; $n =~ s/\b(\w)/\u$1/g; "$n: $h{$_}\r\n" } @names), none('names-in-capitals', 'crlf', 'trailing-newline'), 'three at once: capitals, CRLF, also after the last');
add('everything in lower case', lc text(), one('lower-cased'), 'lc of the whole string');
add('CRLF and no blank after the colon', join("\r\n", lines(':', %h)), one('crlf', 'no-space-after-colon'), 'two at once');
add('tabs and a newline at the end', join("\n", lines(":\t", %h)) . "\n", one('tab-after-colon', 'trailing-newline'), 'two at once');
add('equals signs and ampersands', join('&', lines('=', %h)), none('joined-with-ampersand'), 'as a form');
add('sorted by name, a newline at the end', join('', map { lc . ": $h{$_}\n" } sort @names), one('another-order', 'trailing-newline'), 'sort keys, print "…\n"');
add('capitals and another order', join("\n", map { "$_: $h{$_}" } sort @names), one('names-in-capitals', 'another-order'), 'sort keys without lc');
add('encode_base64 leaves its newline', text(Digest => "$h{Digest}\n"), none('value-trailing-newline'), 'encode_base64($x) without "", the header is chomped by LWP', says => ['digest']);
add('CR left at the end of a value read from a file', text('PSU-ID' => "$h{'PSU-ID'}\r"), none('value-trailing-cr'), 'chomp leaves the CR of a Windows file', says => ['psu-id']);
add('a newline left at the end of the last value', text('TPP-Redirect-URI' => "$h{'TPP-Redirect-URI'}\n"), one('trailing-newline'), 'no chomp: the newline of the file is the end of the string');
add('gmtime in a string', text(Date => scalar gmtime $now), one('date-format'), 'scalar gmtime: Tue Nov  3 09:05:07 2026', says => ['date']);
add('date with a blank for the zero', text(Date => strftime('%a, %e %b %Y %H:%M:%S GMT', gmtime $now)), one('date-format'), '%e', says => ['date']);
add('date of RFC 850', text(Date => strftime('%A, %d-%b-%y %H:%M:%S GMT', gmtime $now)), one('date-format'), 'the first format of an old cookie library', says => ['date']);
add('date two blanks, signed with one', text(Date => 'Tue Nov 3 09:05:07 2026'), { anyOf => [['value-spaces-collapsed'], ['date-format']] },
    'split and join of the asctime form', sent => { Date => scalar gmtime $now }, says => ['date']);
add('UTF-16 of Encode', Encode::encode('UTF-16BE', text()), one('utf16'), 'UTF-16BE without its mark');
add('PSU-ID in capitals, CRLF', do { my $t = text('PSU-ID' => uc $h{'PSU-ID'}); $t =~ s/\n/\r\n/g; $t }, one('id-case', 'crlf'), 'two at once', says => ['psu-id']);

my $pretty = JSON::PP->new->utf8->canonical->pretty->encode($json->decode($body));
add('digest line of JSON::PP->pretty', text(Digest => 'SHA-256=' . base64(sha256($pretty))), one('body-pretty-printed', 'body-trailing-newline'),
    'three blanks, a blank before the colon, a newline at the end', says => ['digest']);
chomp(my $chomped = $pretty);
add('digest line of JSON::PP->pretty, chomped', text(Digest => 'SHA-256=' . base64(sha256($chomped))), one('body-pretty-printed'), 'three blanks, a blank before the colon', says => ['digest']);
add('digest line of JSON::PP->ascii', text(Digest => 'SHA-256=' . base64(sha256(JSON::PP->new->ascii->canonical->encode($json->decode($body))))), one('body-json-escaped'), '\\u00f8', says => ['digest']);
add('digest line of characters encoded twice', text(Digest => 'SHA-256=' . base64(sha256(Encode::encode_utf8($body)))), none('body-utf8-twice'), 'encode_utf8 of bytes', says => ['digest']);
add('digest line of the latin-1 form', text(Digest => 'SHA-256=' . base64(sha256(Encode::encode('iso-8859-1', decode('utf-8', $body))))), one('body-latin1'), 'use open qw(:std) is missing', says => ['digest']);
add('digest line in URL-safe base64, no newline problem', text(Digest => do { my $d = $h{Digest}; $d =~ tr{+/}{-_}; $d }), one('digest-base64url'), 'encode_base64url', says => ['digest'])
    if $h{Digest} =~ m{[+/]};
add('signature in hexadecimal capitals', '', one('signature-hex'), 'unpack "H*"', signature => uc(unpack('H*', `printf %s '@{[text()]}' | openssl dgst -sha256 -sign tpp.key`)), says => ['base64']);
add('signed the reverse of the string', scalar reverse(text()), { mistakes => [] }, 'nobody does that', says => ['@other-string']);
add('key of another, CRLF too', '', one('another-key'), 'the old key; what was signed with it, CRLF, need not be told', signature => sign(text(), 'second'));
print $json->encode(\@entries);
