# Ruby: Net::HTTP with the openssl library.
require 'base64'
require 'digest'
require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'time'

CONTEXTS = JSON.parse(File.read(File.join(__dir__, 'contexts.json')))
AFTER_SERIAL = 'CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO'
OWN = "SN=4F3AC29B07D1E86C,#{AFTER_SERIAL}"
def kit(name) = File.read(File.join(ENV['KIT'], name)).strip
KEY = OpenSSL::PKey::RSA.new(kit('own.key'))
CERT = OpenSSL::X509::Certificate.new(kit('own.pem'))

def send_by_net(context, headers, body)
  uri = URI(ENV['BANK'] + context['path'])
  request = Net::HTTP.const_get(context['method'].capitalize).new(uri, headers)
  request.body = body if body
  Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
end

# Signs context number `at` rightly, but for the slip: each of its members stands for a line of a program.
def row(id, what, expects, at, slip = {})
  context = CONTEXTS[at]
  headers = { 'Date' => Time.now.httpdate }
  if context['body']
    body = context['body'].to_json
    headers['Digest'] = "SHA-256=#{(slip[:digest] || ->(b) { Digest::SHA256.base64digest(b) }).call(body)}"
  end
  headers.merge!('X-Request-ID' => SecureRandom.uuid, 'TPP-Redirect-URI' => context['redirect'])
  lines = headers.map { |name, value| "#{name.downcase}: #{value}" }
  text = (slip[:join] || ->(l) { l.join("\n") }).call(lines)
  signature = Base64.strict_encode64(KEY.sign(slip[:hash] || 'SHA256', text))
  names = headers.keys.map(&:downcase).join(' ')
  headers['Signature'] = %(keyId="#{slip[:key_id] || OWN}",algorithm="rsa-sha256",headers="#{names}",signature="#{signature}")
  headers['TPP-Signature-Certificate'] = kit('own.b64')
  headers['Content-Type'] = 'application/json' if body
  note = { id:, what:, expects:, stack: 'Net::HTTP', signed: Base64.strict_encode64(text) }
  File.open(ENV['NOTES'], 'a') { |file| file.puts(note.to_json) }
  send_by_net(context, headers, body)
end

row('hexdigest', 'Digest::SHA256.hexdigest', ['digest-hex'], 1, { digest: ->(b) { Digest::SHA256.hexdigest(b) } })
row('squiggly-heredoc', 'A heredoc <<~ with one line for each header', ['trailing-newline'], 0, { join: ->(l) { "#{l.join("\n")}\n" } })
row('sha1-digest', 'OpenSSL::Digest.new("SHA1")', ['hash-sha1'], 0, { hash: 'SHA1' })
row('issuer-to-s', 'certificate.issuer.to_s', ['issuer-one-line'], 1, { key_id: "SN=#{CERT.serial.to_s(16)},CA=#{CERT.issuer}" })
