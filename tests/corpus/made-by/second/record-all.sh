#!/bin/sh
# Records the second set, every stack or those that are named after the two folders; see ../record-all.sh for what
# it needs. Printed with `node ../split.mjs RECORDED ../../kept-apart-2`.
#
#   sh record-all.sh KIT RECORDED [STACK…]
set -e
cd "$(dirname "$0")"
kit=$1 out=$2
shift 2
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
jars=$(echo /usr/share/java/jackson-*.jar /usr/share/java/gson.jar /usr/share/java/bc*.jar /usr/share/java/commons-*.jar \
  /usr/share/java/http*.jar /usr/share/java/ok*.jar /usr/share/java/spring*.jar | tr ' ' ':')
record() {
  stack=$1
  shift
  node ../record.mjs "$kit" "$out" "second-$stack" "$@"
}
export PYTHONDONTWRITEBYTECODE=1

for stack in ${*:-node node-libraries node-pairs newman bruno proxies python python-pairs php ruby go java dotnet perl shell}; do
  case $stack in
  python*) record "$stack" /usr/bin/python3 "$(echo "$stack" | tr - _).py" ;;
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
