# Ruby: Net::HTTP, Faraday, HTTParty and rest-client with the openssl library.
require 'base64'
require 'digest'
require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'time'
require 'faraday'
require 'httparty'
require 'rest-client'
ENV['TZ'] = 'Europe/Oslo'

CONTEXTS = JSON.parse(File.read(File.join(__dir__, 'contexts.json')))
OWN = 'SN=4F3AC29B07D1E86C,CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO'
AFTER_SERIAL = OWN.split(',', 2)[1]
def kit(name) = File.read(File.join(ENV['KIT'], name)).strip
KEY = OpenSSL::PKey::RSA.new(kit('own.key'))
CERT = OpenSSL::X509::Certificate.new(kit('own.pem'))
LETTERS = OpenSSL::X509::Certificate.new(kit('letters.pem'))
TAKEN = Hash.new(0)

def following(tags)
  fit = CONTEXTS.select { |c| (tags.split - c['tags'] - (c['psu'] ? ['psu'] : [])).empty? }
  fit[(TAKEN[tags] += 1) % fit.size - 1]
end

NET = lambda do |r|
  uri = URI(r[:url])
  type = Net::HTTP.const_get(r[:method].capitalize)
  request = type.new(uri, r[:headers])
  request.body = r[:body] if r[:body]
  Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
end
FARADAY = ->(r) { Faraday.new.run_request(r[:method].downcase.to_sym, r[:url], r[:body], r[:headers]) }
REST = ->(r) { RestClient::Request.execute(method: r[:method].downcase.to_sym, url: r[:url], headers: r[:headers], payload: r[:body]) }
PARTY = ->(r) { HTTParty.send(r[:method].downcase, r[:url], headers: r[:headers], body: r[:body]) }

def row(id, what, expects, tags, slip = {}, more = {})
  context = following(tags)
  headers = { 'X-Request-ID' => SecureRandom.uuid, 'TPP-Redirect-URI' => context['redirect'] }
  headers['PSU-ID'] = '6c875382-8963-4617-a931-738c9b8bae7f' if context['psu']
  headers['PSU-Corporate-ID'] = 'e1b1d8c6-3f0e-4a0c-8d27-9b86c2f4a1d0' if context['corporate']
  headers.merge!('TPP-Session-ID' => 'S-20261122-17', 'PSU-IP-Address' => '192.0.2.17')
  headers['Date'] = (slip[:date] || -> { Time.now.httpdate }).call
  object = context['body']
  if object
    body = (slip[:serialize] || ->(o) { o.to_json }).call(object)
    headers['Digest'] = (slip[:digest] || ->(b, _) { "SHA-256=#{Digest::SHA256.base64digest(b)}" }).call(body, object)
    headers['Content-Type'] = 'application/json'
  end
  lower = headers.transform_keys(&:downcase)
  names = slip[:names] || %w[date digest x-request-id psu-id psu-corporate-id tpp-redirect-uri].select { |n| lower[n] }
  value = slip[:value] || ->(_, v, _) { v }
  line = slip[:line] || ->(n, v) { "#{n}: #{v}" }
  target = "#{context['method'].downcase} #{context['path']}"
  lines = names.map { |n| line.call(n, value.call(n, n == '(request-target)' ? target : lower[n], context)) }
  text = (slip[:join] || ->(l) { l.join("\n") }).call(lines)
  raw = (slip[:sign] || ->(t) { KEY.sign(OpenSSL::Digest::SHA256.new, t) }).call(text)
  signature = (slip[:encode] || ->(r) { Base64.strict_encode64(r) }).call(raw)
  headers['TPP-Signature-Certificate'] = kit('own.b64')
  headers['Signature'] = %(keyId="#{slip[:key_id] || OWN}",algorithm="rsa-sha256",headers="#{names.join(' ')}",signature="#{signature}")
  body = slip[:sent].call(body, object) if slip[:sent]
  File.open(ENV['NOTES'], 'a') { |f| f.puts({ id:, what:, expects:, stack: 'Net::HTTP', **more, signed: Base64.strict_encode64((slip[:bytes] || ->(t) { t }).call(text)) }.to_json) }
  (slip[:send] || NET).call({ method: context['method'], url: ENV['BANK'] + context['path'], headers:, body:, object: })
rescue StandardError => e
  warn "#{id}: #{e.class} #{e.message[0, 160]}"
end

digest_of = ->(write) { { digest: ->(_, o) { "SHA-256=#{Digest::SHA256.base64digest(write.call(o))}" } } }
row('encode64-digest', 'Base64.encode64 puts a line feed after the digest; Net::HTTP strips it, the string has it', ['value-trailing-newline'], 'body', { digest: ->(b, _) { "SHA-256=#{Base64.encode64(Digest::SHA256.digest(b))}" } }, { source: 'https://github.com/OCA/connector-magento/pull/157' })
row('encode64-signature', 'Base64.encode64, its line feeds replaced by spaces since Net::HTTP refuses them', ['signature-white-space'], 'get', { encode: ->(r) { Base64.encode64(r).strip.tr("\n", ' ') } })
row('hexdigest', 'Digest::SHA256.hexdigest', ['digest-hex'], 'body', { digest: ->(b, _) { "SHA-256=#{Digest::SHA256.hexdigest(b)}" } })
row('hexdigest-base64', 'base64 of hexdigest', ['digest-hex'], 'body', { digest: ->(b, _) { "SHA-256=#{Base64.strict_encode64(Digest::SHA256.hexdigest(b))}" }, send: FARADAY }, { stack: 'Faraday' })
row('urlsafe', 'Base64.urlsafe_encode64', ['signature-base64url'], 'get', { encode: ->(r) { Base64.urlsafe_encode64(r) } })
row('urlsafe-digest', 'Base64.urlsafe_encode64 of the digest', ['digest-base64url'], 'body', { digest: ->(b, _) { "SHA-256=#{Base64.urlsafe_encode64(Digest::SHA256.digest(b))}" }, send: REST }, { stack: 'rest-client' })
row('squiggly-heredoc-lines', 'A heredoc <<~ with one line for each header', ['trailing-newline'], 'delete', { join: ->(l) { "#{l.join("\n")}\n" }, send: FARADAY }, { stack: 'Faraday' })
row('dash-heredoc', 'A heredoc <<- keeps the indentation, and ends in a line feed', ['lines-indented', 'trailing-newline'], 'get', { join: ->(l) { l.map { |x| "      #{x}\n" }.join } })
row('puts', 'StringIO#puts for each line, on a machine with CRLF', ['crlf', 'trailing-newline'], 'body', { join: ->(l) { l.map { |x| "#{x}\r\n" }.join }, send: REST }, { stack: 'rest-client' })
row('single-quotes', "join('\\n') in single quotes", ['joined-with-escaped-newline'], 'get query', { join: ->(l) { l.join('\n') } })
row('inspect', 'text.inspect was signed: in quotation marks and with \\n', ['string-quoted | json-escaped'], 'get', { bytes: ->(t) { t.inspect }, sign: ->(t) { KEY.sign('SHA256', t.inspect) } })
row('hash-to-s', 'The hash of the headers was interpolated', [], 'body', { bytes: ->(t) { t.split("\n").to_h { |x| x.split(': ', 2) }.to_s }, sign: ->(t) { KEY.sign('SHA256', t.split("\n").to_h { |x| x.split(': ', 2) }.to_s) } }, { cause: "Ruby's form of a hash of the headers is signed", says: ['hash|JSON|Ruby|=>'] })
row('capitalized', 'each_capitalized of Net::HTTP', ['names-in-capitals'], 'body', { line: ->(n, v) { "#{n.split('-').map(&:capitalize).join('-')}: #{v}" } })
row('underscores', 'Symbols of the headers: x_request_id', [], 'get', { line: ->(n, v) { "#{n.tr('-', '_')}: #{v}" } }, { cause: 'underscores instead of hyphens in the names', says: ['underscore|_|hyphen'] })
row('rfc2822', 'Time.now.rfc2822 is signed, httpdate is sent', ['date-format'], 'get', { value: ->(n, v, _) { n == 'date' ? Time.httpdate(v).localtime.rfc2822 : v } }, { source: 'https://github.com/99designs/http-signatures-ruby/pull/16' })
row('time-to-s', 'Time.now.to_s in Date', ['SIG-11'], 'body', { date: -> { Time.now.to_s } })
row('strftime-zone', "strftime('%a, %d %b %Y %H:%M:%S %Z') in Oslo", ['SIG-11'], 'get', { date: -> { Time.now.strftime('%a, %d %b %Y %H:%M:%S %Z') } })
row('strftime-utc', "Time.now.utc.strftime with %Z, which is UTC", ['SIG-11'], 'get', { date: -> { Time.now.utc.strftime('%a, %d %b %Y %H:%M:%S %Z') } }, { source: 'https://github.com/http4s/http4s/issues/669' })
row('serial-to-s', 'certificate.serial.to_s', ['serial-decimal'], 'body', { key_id: "SN=#{CERT.serial},#{AFTER_SERIAL}" })
row('issuer-to-s', 'certificate.issuer.to_s', ['issuer-one-line'], 'get', { key_id: "SN=#{CERT.serial.to_s(16)},CA=#{CERT.issuer}" })
row('issuer-compat', 'issuer.to_s(OpenSSL::X509::Name::COMPAT), which writes a slash before a type that it does not know', ['issuer-reversed', 'issuer-separator'], 'body', { key_id: "SN=#{CERT.serial.to_s(16)},CA=#{CERT.issuer.to_s(OpenSSL::X509::Name::COMPAT)}" })
row('issuer-oneline', 'issuer.to_s(OpenSSL::X509::Name::ONELINE)', ['issuer-reversed'], 'get query', { key_id: "SN=#{CERT.serial.to_s(16)},CA=#{CERT.issuer.to_s(OpenSSL::X509::Name::ONELINE)}", send: FARADAY }, { stack: 'Faraday' })
row('issuer-to-a', 'issuer.to_a, joined', ['issuer-reversed'], 'delete', { key_id: "SN=#{CERT.serial.to_s(16)},CA=#{CERT.issuer.to_a.map { |k, v, _| "#{k}=#{v}" }.join(',')}" })
row('sha1-digest', 'OpenSSL::Digest.new("SHA1")', ['hash-sha1'], 'get', { sign: ->(t) { KEY.sign('SHA1', t) } })
row('sign-pss', 'sign_pss', ['pss'], 'body', { sign: ->(t) { KEY.sign_pss('SHA256', t, salt_length: :digest, mgf1_hash: 'SHA256') } })
row('private-encrypt', 'private_encrypt of the digest', ['no-digest-info'], 'get', { sign: ->(t) { KEY.private_encrypt(Digest::SHA256.digest(t)) } })
row('private-encrypt-hex', 'private_encrypt of the hexdigest', ['hex-of-hash | not-hashed | no-digest-info'], 'delete', { sign: ->(t) { KEY.private_encrypt(Digest::SHA256.hexdigest(t)) }, bytes: ->(t) { Digest::SHA256.hexdigest(t) } })
row('hashed-twice', 'key.sign of the digest', ['hashed-twice'], 'body', { bytes: ->(t) { Digest::SHA256.digest(t) }, sign: ->(t) { KEY.sign('SHA256', Digest::SHA256.digest(t)) } })
row('unpack-hex', "unpack1('H*')", ['signature-hex'], 'get', { encode: ->(r) { r.unpack1('H*') } })
row('pack-m', "[signature].pack('m') without its line feeds, and the + of a form lost", ['signature-plus-lost'], 'body', { encode: ->(r) { [r].pack('m0').tr('+', ' ') } })
row('pretty-generate', 'JSON.pretty_generate is hashed, to_json is sent', ['body-pretty-printed'], 'body', digest_of.call(->(o) { JSON.pretty_generate(o) }))
row('hash-rocket', 'payload.to_s is hashed', [], 'body bulk', digest_of.call(->(o) { o.to_s }), { cause: "the digest is of Ruby's own form of the hash", says: ['=>|Ruby|not JSON'] })
row('rails-escape', 'ActiveSupport escapes < > & as \\u003c \\u003e \\u0026 in the body that is sent', ['body-json-escaped'], 'body corporate', { digest: ->(_, o) { "SHA-256=#{Digest::SHA256.base64digest(JSON.generate(o))}" }, sent: ->(b, _) { b.gsub('<', '\u003c').gsub('>', '\u003e').gsub('&', '\u0026') } })
row('faraday-url-encoded', 'The url_encoded middleware of Faraday turns the hash into a form', [], 'body bulk', { send: ->(r) { Faraday.new { |f| f.request(:url_encoded) }.run_request(:post, r[:url], r[:object], r[:headers].except('Content-Type')) } }, { stack: 'Faraday', cause: 'the body was sent as a form, the digest is of JSON', says: ['form|urlencoded|name=value'] })
row('httparty-hash', 'HTTParty gets the hash as body and sends a form', [], 'body', { send: ->(r) { HTTParty.send(r[:method].downcase, r[:url], headers: r[:headers], body: r[:object]) } }, { stack: 'HTTParty', cause: 'the body was sent as a form, the digest is of JSON', says: ['form|urlencoded|name=value'] })
row('httparty-newline', 'The body comes from a file with a line feed at its end, the digest is of the stripped text', ['body-trailing-newline'], 'body', { sent: ->(b, _) { "#{b}\n" }, send: PARTY }, { stack: 'HTTParty' })
row('rest-client-file', 'File.read with a line feed is hashed, chomp is sent', ['body-trailing-newline'], 'body', { digest: ->(b, _) { "SHA-256=#{Digest::SHA256.base64digest("#{b}\n")}" }, send: REST }, { stack: 'rest-client' })
row('sort', 'Sorted names are signed, the list is as in the manual', ['another-order'], 'get', { join: ->(l) { l.sort.reverse.join("\n") }, send: PARTY }, { stack: 'HTTParty' })
row('cgi-escape', 'CGI.escape of the redirect', ['redirect-percent-encoded'], 'psu', { value: ->(n, v, _) { n == 'tpp-redirect-uri' ? CGI.escape(v) : v } })
row('uri-path', 'uri.path in (request-target)', ['request-target-without-query'], 'get query', { names: %w[(request-target) date x-request-id psu-id tpp-redirect-uri], value: ->(n, v, c) { n == '(request-target)' ? "get #{URI(c['path']).path}" : v } })
row('uri-method', 'request.method is GET in (request-target), and Faraday sends the query sorted', ['request-target-capitals', 'request-target-query-order', '? request-target-encoded'], 'get query', { names: %w[(request-target) date x-request-id psu-id tpp-redirect-uri], value: ->(n, v, c) { n == '(request-target)' ? "GET #{c['path']}" : v }, send: FARADAY }, { stack: 'Faraday' })
row('heredoc-and-hex', 'A heredoc ends in a line feed, and the digest is hexdigest', ['trailing-newline', 'digest-hex'], 'body', { join: ->(l) { "#{l.join("\n")}\n" }, digest: ->(b, _) { "SHA-256=#{Digest::SHA256.hexdigest(b)}" } })
row('issuer-and-serial', 'serial.to_s and issuer.to_s', ['serial-decimal', 'issuer-one-line'], 'get', { key_id: "SN=#{CERT.serial},CA=#{CERT.issuer}", send: FARADAY }, { stack: 'Faraday' })
row('issuer-and-heredoc', 'issuer.to_s, and a heredoc', ['issuer-one-line', 'trailing-newline'], 'body', { key_id: "SN=#{CERT.serial.to_s(16)},CA=#{CERT.issuer}", join: ->(l) { "#{l.join("\n")}\n" } })
