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
  headers['PSU-ID'] = '0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44' if context['psu']
  headers['PSU-Corporate-ID'] = '7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90' if context['corporate']
  headers.merge!('TPP-Session-ID' => '6f2d0c1e9b', 'PSU-IP-Address' => '203.0.113.58')
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
on = ->(name, change) { { value: ->(n, v, _) { n == name ? change.call(v) : v } } }
row('heredoc', 'A heredoc <<~ with the values in it', ['trailing-newline'], 'get query', { join: ->(l) { "#{l.join("\n")}\n" }, send: FARADAY }, { stack: 'Faraday' })
row('join-colon', "headers.map { |h| h.join(':') }", ['no-space-after-colon'], 'body nested', { line: ->(n, v) { [n, v].join(':') } })
row('array-to-s', 'lines.to_s', ['lines-as-list'], 'get', { join: ->(l) { l.to_s } })
row('to-json', 'headers.to_json', ['lines-as-object'], 'body small', { join: ->(l) { l.to_h { |x| x.split(': ', 2) }.to_json }, send: REST }, { stack: 'rest-client' })
row('camelize', 'Faraday prints X-Request-Id; the string has its names', ['names-in-capitals'], 'get bank', { line: ->(n, v) { "#{n.split('-').map(&:capitalize).join('-')}: #{v}" }, send: FARADAY }, { stack: 'Faraday' })
row('sorted-hash', 'headers.sort.map is signed, the list is the constant', ['another-order'], 'body corporate', { join: ->(l) { l.sort.reverse.join("\n") }, send: PARTY }, { stack: 'HTTParty' })
row('nil-digest', '"digest: #{digest}" where digest is nil', ['header-empty'], 'body ndct', on.call('digest', ->(_) { '' }))
row('iso8601', 'Time.now.utc.iso8601 is signed, httpdate is sent', ['date-format'], 'delete', on.call('date', ->(v) { Time.httpdate(v).iso8601 }))
row('time-inspect', 'Time.now.utc.to_s in Date', ['SIG-11'], 'get', { date: -> { Time.now.utc.to_s } })
row('rails-3-hours', 'Time.zone.now with GMT written behind it: two hours off', ['SIG-11'], 'body periodic', { date: -> { (Time.now.utc + 7200).strftime('%a, %d %b %Y %H:%M:%S GMT') } }, { says: ['zone|local time|hour|7200'] })
row('uri-encode', 'URI.encode_www_form_component of the redirect', ['redirect-percent-encoded'], 'get query', on.call('tpp-redirect-uri', ->(v) { URI.encode_www_form_component(v) }))
row('generate', 'JSON.pretty_generate in the fixture is hashed, to_json is sent', ['body-pretty-printed'], 'body nested', { **digest_of.call(->(o) { JSON.pretty_generate(o) }), send: FARADAY }, { stack: 'Faraday' })
row('inspect', 'payload.inspect is hashed', ['body-as-object'], 'body small', digest_of.call(->(o) { o.inspect }))
row('ascii-only', 'JSON.generate with ascii_only is hashed', ['body-json-escaped'], 'body ndct', digest_of.call(->(o) { JSON.generate(o, ascii_only: true) }))
row('hexdigest', 'Digest::SHA256.hexdigest', ['digest-hex'], 'body periodic', { digest: ->(b, _) { "SHA-256=#{Digest::SHA256.hexdigest(b)}" }, send: REST }, { stack: 'rest-client' })
row('sha512', "OpenSSL::Digest.new('SHA512')", ['hash-sha512'], 'get', { sign: ->(t) { KEY.sign(OpenSSL::Digest.new('SHA512'), t) } })
row('pss', "sign_pss('SHA256', …)", ['pss'], 'body small', { sign: ->(t) { KEY.sign_pss('SHA256', t, salt_length: :digest, mgf1_hash: 'SHA256') }, send: PARTY }, { stack: 'HTTParty' })
row('hexdigest-signed', 'key.sign(digest, hexdigest of the string)', ['hex-of-hash'], 'delete', { sign: ->(t) { KEY.sign(OpenSSL::Digest.new('SHA256'), Digest::SHA256.hexdigest(t)) }, bytes: ->(t) { Digest::SHA256.hexdigest(t) } })
row('encode64', 'Base64.encode64 with gsub("\n", " ")', ['signature-white-space'], 'get', { encode: ->(r) { Base64.encode64(r).gsub("\n", ' ').strip } })
row('serial-decimal', 'cert.serial in the keyId', ['serial-decimal'], 'body ndct', { key_id: "SN=#{CERT.serial},#{AFTER_SERIAL}" })
row('serial-underscore', 'cert.serial.to_s(16).scan(/../).join(":")', ['serial-colons'], 'get', { key_id: "SN=#{CERT.serial.to_s(16).scan(/../).join(':')},#{AFTER_SERIAL}" })
row('compat-slash', 'cert.issuer.to_s, in the form of OpenSSL', ['issuer-one-line'], 'get query', { key_id: "SN=#{CERT.serial.to_s(16)},CA=#{CERT.issuer}" })
row('ca-dn', 'SN=…,DN=…, as in another gem', ['key-id-form'], 'body small', { key_id: OWN.sub(',CA=', ',DN=') })
row('id-and-end', 'SecureRandom.hex is signed for the id with hyphens, and a heredoc', ['id-form', 'trailing-newline'], 'get', { **on.call('x-request-id', ->(v) { v.delete('-') }), join: ->(l) { "#{l.join("\n")}\n" } })
row('sha1-and-json', 'SHA-1, and pretty_generate in the digest', ['hash-sha1', 'body-pretty-printed'], 'body ndct', { sign: ->(t) { KEY.sign(OpenSSL::Digest.new('SHA1'), t) }, **digest_of.call(->(o) { JSON.pretty_generate(o) }) })
