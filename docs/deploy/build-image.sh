#!/bin/sh
# Builds the image of ../../Dockerfile without a registry, and checks that it runs read-only without privileges. Its
# bases come from Debian (debootstrap) and from npm (Node). Run it as root on Debian with buildah, curl, debootstrap and
# npm; it is for networks where debian:bookworm-slim and node:24-slim cannot be pulled.
#
#   docs/deploy/build-image.sh                      builds watchkeeper:latest
#   TELEMETRY=embedded docs/deploy/build-image.sh   builds watchkeeper:telemetry, with the embedded telemetry store
#   POSTGRES=none DATABASE_URL=... docs/deploy/build-image.sh   without the embedded PostgreSQL
set -eu
cd "$(dirname "$0")/../.."
mirror=${MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Needs no user namespaces and no overlay file system.
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER="${STORAGE_DRIVER:-vfs}"

# $1 from $2, with the files in $3.
base() {
  container=$(buildah from "$2")
  buildah copy --quiet "$container" "$3" / > /dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit --quiet --rm "$container" "localhost/$1" > /dev/null
  rm -rf "$3"
}
if ! buildah inspect --type image localhost/node:24-slim > /dev/null 2>&1; then
  debian=$work/debian
  debootstrap --variant=minbase bookworm "$debian" "$mirror" > "$work/log" 2>&1 \
    || { tail -20 "$work/log" >&2; exit 1; }
  rm -rf "$debian"/var/cache/apt/* "$debian"/var/lib/apt/lists/* "$debian"/usr/share/doc/* \
    "$debian"/usr/share/man/* "$debian"/usr/share/locale/* "$debian"/var/log/*
  base debian:bookworm-slim scratch "$debian"
  local=$work/node/usr/local
  npm install --global --silent --prefix "$local" node@24 npm@11
  rm "$local/bin/node"
  mv "$local/lib/node_modules/node/bin/node" "$local/bin/node"
  rm -rf "$local/lib/node_modules/node"
  base node:24-slim localhost/debian:bookworm-slim "$work/node"
fi

# A registry behind a company's own certificate authority; it is not part of the image.
image=watchkeeper:latest
if [ "${TELEMETRY:-none}" = embedded ]; then image=watchkeeper:telemetry; fi
set -- --build-arg "TELEMETRY=${TELEMETRY:-none}" --build-arg "POSTGRES=${POSTGRES:-embedded}"
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  echo "cafile=/run/authority.pem" > "$work/npmrc"
  set -- "$@" --volume "$NODE_EXTRA_CA_CERTS:/run/authority.pem:ro" --volume "$work/npmrc:/usr/local/etc/npmrc:ro"
fi
buildah bud --quiet --format docker "$@" --tag "$image" . > "$work/log" 2>&1 \
  || { tail -20 "$work/log" >&2; exit 1; }

# Runs it as a container would: read-only, in its own mount and process namespaces, as the user node without privileges.
container=$(buildah from "$image")
trap 'rm -rf "$work"; buildah rm "$container" > /dev/null' EXIT
root=$(buildah mount "$container")
mkdir "$work/data"
chown 1000:1000 "$work/data"
port=${PORT:-3999}
unshare --mount --pid --fork --kill-child sh -eu -c '
  mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
  mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/tmp"
  mount --bind "$2" "$1/data"
  if touch "$1/opt/watchkeeper/written" 2> /dev/null; then echo "The root is not read-only." && exit 1; fi
  exec setpriv --no-new-privs chroot --userspec 1000:1000 --groups "" "$1" \
    env -i -C /opt/watchkeeper PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production DATA_DIR=/data \
    HOST=127.0.0.1 "PORT=$3" ${DATABASE_URL:+"DATABASE_URL=$DATABASE_URL"} node bin/watchkeeper.js start
' check "$root" "$work/data" "$port" > "$work/run.log" 2>&1 &
runner=$!
tries=0
until curl --silent --fail --output "$work/health" "http://127.0.0.1:$port/api/health/ready"; do
  tries=$((tries + 1))
  if [ "$tries" -gt 120 ] || ! kill -0 "$runner" 2> /dev/null; then
    tail -20 "$work/run.log" >&2
    exit 1
  fi
  sleep 1
done
curl --silent --fail --location --output /dev/null "http://127.0.0.1:$port/"
pid=$(pgrep --parent "$runner")
for line in "Uid:.1000.1000" "CapEff:.0*$" "NoNewPrivs:.1"; do grep --quiet "^$line" "/proc/$pid/status"; done
echo "Healthy, read-only and as uid 1000 without capabilities: $(head -c 200 "$work/health")"
kill -TERM "$pid"
wait "$runner"
buildah push --quiet "$image" "oci-archive:$work/image.tar"
size=$(du -sm "$root" 2> /dev/null | cut -f1)
echo "Size: $(du -sm --apparent-size "$root" 2> /dev/null | cut -f1) MiB, in blocks of the disk $size, compressed $(du -m "$work/image.tar" | cut -f1) MiB"
# 400 MB are 381 MiB.
if [ "${TELEMETRY:-none}" = none ] && [ "$size" -gt 381 ]; then
  echo "The image without the telemetry store has more than 400 MB." >&2
  exit 1
fi
