import type { Table } from "./account.ts"

/** Members of Gatus' configuration. */

const alert: Table = {
  type: { beside: "alerts" },
  enabled: "carried",
  "failure-threshold": "carried",
  "success-threshold": "carried",
  "send-on-resolved": "ignored",
  description: { beside: "alert descriptions" },
  "provider-override": { beside: "alert provider overrides" },
  "minimum-reminder-interval": {
    lost: "Repeated alerts were not imported: use escalation rules",
  },
}

export const endpointTable: Table = {
  name: "carried",
  group: "carried",
  url: "carried",
  enabled: "noted",
  interval: "carried",
  method: "carried",
  body: "noted",
  graphql: "noted",
  headers: "noted",
  conditions: "carried",
  "extra-labels": "carried",
  dns: { in: { "query-name": "carried", "query-type": "carried" } },
  ssh: "ignored",
  alerts: { in: alert },
  ui: "ignored",
  store: "ignored",
  "maintenance-windows": { beside: "maintenance windows" },
  client: {
    in: {
      timeout: "carried",
      insecure: "noted",
      "ignore-redirect": "carried",
      oauth2: "noted",
      "identity-aware-proxy": "noted",
      network: { lost: "Restricting it to one address family is not supported", unless: ["ip"] },
      tunnel: { lost: "Its tunnel was not imported; checks connect directly" },
      "proxy-url": { lost: "Its proxy was not imported; checks connect directly" },
      "dns-resolver": { lost: "Its own name server was not imported" },
      tls: { lost: "Its client certificate was not imported" },
    },
  },
}

export const externalTable: Table = {
  name: "carried",
  group: "carried",
  enabled: "carried",
  token: "ignored",
  heartbeat: { in: { interval: "carried" } },
  interval: "noted",
  "extra-labels": "carried",
  alerts: { beside: "alerts" },
  "maintenance-windows": { beside: "maintenance windows" },
}

export const configTable: Table = {
  endpoints: "carried",
  services: "carried",
  "external-endpoints": "carried",
  suites: "noted",
  alerting: "noted",
  storage: "noted",
  security: "noted",
  ui: "noted",
  web: "noted",
  remote: "noted",
  maintenance: "noted",
  announcements: "noted",
  tunneling: "noted",
  connectivity: "noted",
  metrics: "ignored",
  debug: "ignored",
  concurrency: "ignored",
  "disable-monitoring-lock": "ignored",
  "skip-invalid-config-update": "ignored",
}
