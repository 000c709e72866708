#!/bin/sh
# Records every stack, or those that are named after the two folders, and prints what was not recorded.
#
#   sh record-all.sh KIT RECORDED [STACK…]
#
# From Debian: php-cli php-curl, ruby, python3-requests python3-cryptography, golang-go, openjdk-17-jdk
# libjackson2-databind-java, mono-mcs libmono-system-net-http4.0-cil libmono-system-web-extensions4.0-cil, libwww-perl
# libcrypt-openssl-rsa-perl libjson-perl, nginx-light, curl jq xxd openssl.
# From npm, into node_modules beside this file: newman node-forge @usebruno/cli, and for libraries jose
# http-message-signatures http-signature.
set -e
cd "$(dirname "$0")"
kit=$1 out=$2
shift 2
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
jars=$(echo /usr/share/java/jackson-*.jar | tr ' ' ':')
record() { node record.mjs "$kit" "$out" "$@"; }
export PYTHONDONTWRITEBYTECODE=1

for stack in ${*:-node libraries newman bruno proxies python php ruby go java dotnet perl shell}; do
  case $stack in
  python) record python python3 python.py ;;
  php) record php php php.php ;;
  ruby) record ruby ruby ruby.rb ;;
  perl) record perl perl perl.pl ;;
  shell) record shell bash shell.sh ;;
  go) GO111MODULE=off go build -o "$built/go" main.go && record go "$built/go" "$PWD/contexts.json" ;;
  java)
    javac -nowarn -encoding UTF-8 -cp "$jars" -d "$built" Maker.java
    record java java -Dfile.encoding=UTF-8 -cp "$built:$jars" Maker "$PWD/contexts.json"
    ;;
  dotnet)
    mcs -r:System.Net.Http.dll -r:System.Web.Extensions.dll -r:System.Numerics.dll -out:"$built/Maker.exe" Maker.cs
    record dotnet mono "$built/Maker.exe" "$PWD/contexts.json"
    ;;
  *) record "$stack" node "$stack.mjs" ;;
  esac
done
