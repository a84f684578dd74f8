import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of HetrixTools' monitors, in lower case. */

const waits = {
  lost: "Its alert delay was not imported; the failure threshold decides",
  unless: [0, "0", "0m"],
}
const repeated = {
  lost: "Repeated alerts were not imported: use escalation rules",
  unless: [0, "0", "0m"],
}
const places = { beside: "locations" }
const warning = {
  lost: "Its expiry warnings were not imported; it is degraded if the certificate expires in less than 14 days",
}

export const hetrixTable: Table = {
  ...ignored`
    id mid public_target show_target resolve_address resolve_address_info ssl_expiry_date
    ssl_expiration_date domain_expiry_date domain_expiration_date nameservers created_at create_date
    last_check last_status_change uptime_status status uptime uptime_stats response_time server_id
    agent_id server_monitor info_public info_pub cpu_pub ram_pub disk_pub net_pub cpu_public
    ram_public disk_public net_public
  `,
  ...carried`
    name type target port category timeout grace check_frequency check_frequency_seconds
    number_of_tries fails_before_alert monitor_status keyword method http_method max_redirects
    follow_redirects accepted_http_codes
  `,
  failed_locations: { lost: "Its number of failing locations was not imported" },
  triggering_locations: { lost: "Its number of failing locations was not imported" },
  ...noted`verify_ssl_certificate verify_ssl_host verify_ssl_hostname`,
  alert_after: waits,
  alert_minutes: waits,
  alert_after_minutes: waits,
  repeat_times: repeated,
  repeat_every: repeated,
  ssl_expiration_reminder: warning,
  domain_expiration_reminder: warning,
  nameservers_change_reminder: { lost: "Name server change alerts are not supported" },
  smtp_user: { lost: "Its credentials were not imported; only the connection is checked" },
  smtp_check_auth: { lost: "Its credentials were not imported; only the connection is checked" },
  contact_lists: { beside: "contact lists" },
  contact_list: { beside: "contact lists" },
  contact_list_id: { beside: "contact lists" },
  locations: places,
  public_report: { beside: "public reports" },
  public: { beside: "public reports" },
}
