import type { Table } from "./account.ts"

/** Members of OpenStatus' monitors. */
export const openStatusTable: Table = {
  name: "carried",
  description: "carried",
  kind: "carried",
  frequency: "carried",
  active: "carried",
  timeout: "carried",
  degradedAfter: "carried",
  retry: {
    lost: "Its number of retries was not imported; failures are confirmed at once over a new connection",
    unless: [0, 1],
  },
  assertions: "carried",
  request: {
    in: {
      url: "carried",
      uri: "carried",
      host: "carried",
      port: "carried",
      method: "carried",
      followRedirects: "carried",
      headers: "noted",
      body: "noted",
    },
  },
  public: { beside: "status pages" },
  regions: { beside: "regions" },
  openTelemetry: { beside: "OpenTelemetry" },
}
