import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of Pingdom's checks. */

const website: Table = {
  ...carried`url encryption port shouldcontain shouldnotcontain ssl_down_days_before`,
  ...noted`username password postdata requestheaders verify_certificate`,
  auth: { lost: "Its credentials were not imported: add an Authorization header by hand" },
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
  ...ignored`
    id notifywhenbackup created lasterrortime lasttesttime lastresponsetime lastdownstart
    lastdownend verify_certificate_status
  `,
  ...carried`
    name hostname resolution sendnotificationwhendown responsetime_threshold ssl_down_days_before
    paused tags
  `,
  ...noted`verify_certificate status ipv6`,
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
  maintenanceids: { beside: "maintenance windows" },
}
