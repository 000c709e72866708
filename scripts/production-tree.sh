#!/usr/bin/env bash
# The Dockerfile's steps without an engine: in an empty folder install, compile, prune, keep only what
# the image keeps, then prove that it starts and stops, and that it is small.
set -euo pipefail

readonly limit_mb=25
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=$work/build app=$work/app
mkdir "$build" "$app"

echo "== build stage"
cd "$root"
cp package.json package-lock.json .npmrc tsconfig.json "$build"
cp -R scripts server cli client "$build"
cd "$build"
npm ci --no-audit --no-fund
npm run build
npm prune --omit=dev --no-audit --no-fund

echo "== final stage"
mkdir "$app/scripts"
cp -R package.json node_modules dist "$app"
cp scripts/start.mjs scripts/build.mjs scripts/bundle.mjs "$app/scripts"
cd "$root"
cp -R schemas fixtures views LICENSE "$app"
rm -rf "$build"

echo "== the pruned tree starts and stops"
cp "$root/scripts/wait-for-health.mjs" "$work"
NODE_ENV=production node "$work/wait-for-health.mjs" "$app"

size_kb=$(du -sk "$app/node_modules" | cut -f1)
native=$(find "$app/node_modules" -name '*.node' | wc -l)
awk -v kb="$size_kb" -v all="$(du -sk "$app" | cut -f1)" -v native="$native" 'BEGIN {
  printf "node_modules %.1f MB, whole tree %.1f MB, native modules %d\n", kb / 1024, all / 1024, native
}'
if [ "$size_kb" -gt $((limit_mb * 1024)) ]; then
  echo "node_modules is over $limit_mb MB:" >&2
  du -sk "$app"/node_modules/* | sort -rn | head -n 8 >&2
  exit 1
fi
