import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of Gatus' configuration. */

const alert: Table = {
  type: { beside: "alerts" },
  ...carried`enabled failure-threshold success-threshold`,
  "send-on-resolved": "ignored",
  description: { beside: "alert descriptions" },
  "provider-override": { beside: "alert provider overrides" },
  "minimum-reminder-interval": {
    lost: "Repeated alerts were not imported: use escalation rules",
  },
}

export const endpointTable: Table = {
  ...carried`name group url interval method conditions extra-labels`,
  ...noted`enabled body graphql headers`,
  dns: { in: { "query-name": "carried", "query-type": "carried" } },
  ...ignored`ssh ui store`,
  alerts: { in: alert },
  "maintenance-windows": { beside: "maintenance windows" },
  client: {
    in: {
      timeout: "carried",
      ...noted`insecure oauth2 identity-aware-proxy`,
      "ignore-redirect": "carried",
      network: { lost: "Restricting it to one address family is not supported", unless: ["ip"] },
      tunnel: { lost: "Its tunnel was not imported; checks connect directly" },
      "proxy-url": { lost: "Its proxy was not imported; checks connect directly" },
      "dns-resolver": { lost: "Its own name server was not imported" },
      tls: { lost: "Its client certificate was not imported" },
    },
  },
}

export const externalTable: Table = {
  ...carried`name group enabled extra-labels`,
  token: "ignored",
  heartbeat: { in: { interval: "carried" } },
  interval: "noted",
  alerts: { beside: "alerts" },
  "maintenance-windows": { beside: "maintenance windows" },
}

export const configTable: Table = {
  ...carried`endpoints services external-endpoints`,
  ...noted`
    suites alerting storage security ui web remote maintenance announcements tunneling connectivity
  `,
  ...ignored`metrics debug concurrency disable-monitoring-lock skip-invalid-config-update`,
}
