#!/bin/sh
# Records every stack, or those that are named after the two folders, and prints what was not recorded.
#
#   sh record-all.sh KIT RECORDED [STACK…]
#
# From Debian: php-cli php-curl php-mbstring php-guzzlehttp-guzzle php-phpseclib3, ruby ruby-faraday ruby-httparty
# ruby-rest-client, python3-requests python3-httpx python3-aiohttp python3-cryptography python3-httpsig
# python3-pycryptodome python3-jose python3-openssl, golang-go, openjdk-17-jdk libhttpclient-java libokhttp-java
# libspring-web-java libjackson2-databind-java libgoogle-gson-java libbcpkix-java libcommons-codec-java, mono-mcs
# libmono-system-net-http4.0-cil libmono-system-web-extensions4.0-cil, libwww-perl libcrypt-openssl-rsa-perl
# libcrypt-openssl-x509-perl libjson-perl, nginx-light apache2-bin haproxy caddy, curl jq xxd openssl.
# From npm, into node_modules beside this file: axios got undici ky node-fetch superagent needle request
# http-signature @peertube/http-signature http-message-signatures jose jsrsasign node-forge crypto-js node-rsa
# http-proxy http-proxy-middleware express canonicalize json-stable-stringify moment dayjs newman @usebruno/cli.
set -e
cd "$(dirname "$0")"
kit=$1 out=$2
shift 2
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
jars=$(echo /usr/share/java/jackson-*.jar /usr/share/java/gson.jar /usr/share/java/bc*.jar /usr/share/java/commons-*.jar \
  /usr/share/java/http*.jar /usr/share/java/ok*.jar /usr/share/java/spring*.jar | tr ' ' ':')
record() { node record.mjs "$kit" "$out" "$@"; }
export PYTHONDONTWRITEBYTECODE=1

for stack in ${*:-node-http node-clients node-libraries node-pairs todays newman bruno proxies python-requests python-others python-jws php ruby go java dotnet perl shell}; do
  case $stack in
  python-*) record "$stack" /usr/bin/python3 "python_${stack#python-}.py" ;;
  php) record php php php.php ;;
  ruby) record ruby ruby ruby.rb ;;
  perl) record perl perl perl.pl ;;
  shell) record shell bash shell.sh ;;
  go) GO111MODULE=off go build -o "$built/go" go/main.go && record go "$built/go" "$PWD/contexts.json" ;;
  java)
    javac -nowarn -encoding UTF-8 -cp "$jars" -d "$built" java/*.java
    record java java -Dfile.encoding=UTF-8 -cp "$built:$jars" Maker "$PWD/contexts.json"
    ;;
  dotnet)
    mcs -r:System.Net.Http.dll -r:System.Web.Extensions.dll -r:System.Numerics.dll -out:"$built/Maker.exe" dotnet/Maker.cs
    record dotnet mono "$built/Maker.exe" "$PWD/contexts.json"
    ;;
  *) record "$stack" node "$stack.mjs" ;;
  esac
done
