import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of UptimeRobot's monitors in each version of its export. */

const domain = { lost: "Domain expiry warnings are not supported" }
const certificate = {
  lost: "Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days",
}
const family = {
  lost: "Its choice of address families was not imported; both are checked",
}

export const tableV2: Table = {
  ...ignored`
    id http_auth_type post_type create_datetime is_group_main logs log_types response_times
    average_response_time all_time_uptime_ratio all_time_uptime_durations custom_uptime_ratio
    custom_uptime_ratios custom_uptime_ranges custom_down_durations
  `,
  ...carried`
    friendly_name url type sub_type keyword_type keyword_case_type keyword_value http_method port
    interval timeout
  `,
  ...noted`
    http_username http_password post_value custom_http_headers custom_http_statuses status
  `,
  post_content_type: {
    lost: "The type of its request body was not imported: add a Content-Type header",
    unless: [1, "1"],
  },
  ssl: {
    in: {
      ignore_errors: "noted",
      ...ignored`disable_domain_expire_notifications brand product expires`,
    },
  },
  alert_contacts: { beside: "alert contacts" },
  mwindows: { beside: "maintenance windows" },
  monitor_group: { beside: "groups" },
}

export const tableV3: Table = {
  ...ignored`
    id postValueType sslBrand sslExpiryDateTime domainExpireDate currentStateDuration lastIncident
    lastIncidentId lastDayUptimes createDateTime lastUpdateDateTime isFavourite apiKey
  `,
  ...carried`
    friendlyName url type interval timeout gracePeriod port tags httpMethodType keywordType
    keywordValue keywordCaseType successHttpResponseCodes followRedirections responseTimeThreshold
  `,
  ...noted`
    status authType httpUsername httpPassword customHttpHeaders postValueData checkSSLErrors
  `,
  sslExpirationReminder: certificate,
  domainExpirationReminder: domain,
  config: {
    in: {
      dnsRecords: "carried",
      apiAssertions: { lost: "Its assertions were not imported: add them by hand" },
      sslExpirationPeriodDays: certificate,
      ipVersion: family,
      udp: "ignored",
    },
  },
  ipVersion: family,
  groupId: { beside: "groups" },
  group: { beside: "groups" },
  regionalData: { beside: "regions" },
  regionData: { beside: "regions" },
  checkRegions: { beside: "regions" },
  assignedAlertContacts: { beside: "alert contacts" },
  maintenanceWindows: { beside: "maintenance windows" },
  psps: { beside: "status pages" },
}

/** Column names are read in lower case. */
export const rowTable: Table = {
  type: "carried",
  "friendly name": "carried",
  "url/ip": "carried",
  interval: "carried",
  "keyword type": "carried",
  "keyword value": "carried",
  port: "noted",
}
