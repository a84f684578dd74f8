import type { Table } from "./account.ts"

/** Members of Pingdom's checks. */

const website: Table = {
  url: "carried",
  encryption: "carried",
  port: "carried",
  shouldcontain: "carried",
  shouldnotcontain: "carried",
  username: "noted",
  password: "noted",
  auth: { lost: "Its credentials were not imported: add an Authorization header by hand" },
  postdata: "noted",
  requestheaders: "noted",
  verify_certificate: "noted",
  ssl_down_days_before: "carried",
}

const service: Table = {
  port: "carried",
  stringtosend: "noted",
  stringtoexpect: "noted",
  encryption: { lost: "TLS is not supported; only the connection is checked" },
  username: { lost: "Its credentials were not imported; only the connection is checked" },
  password: "ignored",
}

export const pingdomTable: Table = {
  id: "ignored",
  name: "carried",
  hostname: "carried",
  resolution: "carried",
  sendnotificationwhendown: "carried",
  responsetime_threshold: "carried",
  verify_certificate: "noted",
  ssl_down_days_before: "carried",
  status: "noted",
  paused: "carried",
  tags: "carried",
  ipv6: "noted",
  notifyagainevery: {
    lost: "Repeated alerts were not imported: use escalation rules",
    unless: ["0"],
  },
  custom_message: { lost: "Its alert message was not imported" },
  type: {
    in: {
      http: { in: website },
      tcp: { in: service },
      smtp: { in: service },
      pop3: { in: service },
      imap: { in: service },
      dns: { in: { nameserver: "carried", expectedip: "carried" } },
      ping: { in: {} },
      udp: "noted",
      httpcustom: "noted",
    },
  },
  integrationids: { beside: "integrations" },
  userids: { beside: "contacts" },
  teamids: { beside: "teams" },
  teams: { beside: "teams" },
  severity_level: { beside: "severities" },
  probe_filters: { beside: "regions" },
  notifywhenbackup: "ignored",
  created: "ignored",
  lasterrortime: "ignored",
  lasttesttime: "ignored",
  lastresponsetime: "ignored",
  lastdownstart: "ignored",
  lastdownend: "ignored",
  verify_certificate_status: "ignored",
  maintenanceids: { beside: "maintenance windows" },
}
