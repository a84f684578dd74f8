import { carried, type Table } from "./account.ts"

/** Members of OpenStatus' monitors. */
export const openStatusTable: Table = {
  ...carried`name description kind frequency active timeout degradedAfter assertions`,
  retry: {
    lost: "Its number of retries was not imported; failures are confirmed at once over a new connection",
    unless: [0, 1],
  },
  request: {
    in: {
      ...carried`url uri host port method followRedirects`,
      headers: "noted",
      body: "noted",
    },
  },
  public: { beside: "status pages" },
  regions: { beside: "regions" },
  openTelemetry: { beside: "OpenTelemetry" },
}
