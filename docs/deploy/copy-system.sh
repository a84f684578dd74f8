#!/bin/sh
# Copies to the folder $1 what the image keeps of Debian: the C and C++ libraries, a shell and basic commands. It runs
# in a container of the base, as a step of ../../Dockerfile.
set -eu
system=$1
packages="base-files base-passwd coreutils dash gcc-12-base libacl1 libattr1 libc-bin libc6 libgcc-s1 libgmp10 \
  libpcre2-8-0 libselinux1 libstdc++6"

mkdir -p "$system/var/lib/dpkg/status.d"
# /bin, /sbin and /lib are links to the folders below /usr.
cp --archive /bin /sbin /lib* "$system"
for link in /bin /sbin /lib*; do mkdir -p "$system/usr$link"; done
for package in $packages; do
  # Scanners of vulnerabilities read here which packages an image without dpkg has.
  dpkg-query --status "$package" > "$system/var/lib/dpkg/status.d/$package"
  dpkg-query --listfiles "$package" | while read -r path; do
    case $path in
      /usr/share/doc/*/copyright) ;;
      # Converters of character sets, and what only people read.
      */gconv/* | /usr/share/doc/* | /usr/share/info/* | /usr/share/locale/* | /usr/share/man/*) continue ;;
    esac
    if [ ! -d "$path" ] && [ -e "$path" ] && [ ! -u "$path" ] && [ ! -g "$path" ]; then echo "${path#/}"; fi
  done
done | sort --unique | tar --create --directory / --no-recursion --files-from - | tar --extract --directory "$system"
cp /etc/passwd /etc/group /etc/nsswitch.conf /etc/ld.so.cache "$system/etc/"
install --directory "$system/dev" "$system/proc" "$system/run" "$system/sys" "$system/home"
install --directory --mode 1777 "$system/tmp" "$system/var/tmp"
install --directory --mode 700 "$system/root"
