import { carried, ignored, noted, type Table } from "./account.ts"

/** Attributes of Better Stack's monitors and heartbeats. */

const ways = { beside: "notification settings" }

export const monitorTable: Table = {
  ...carried`
    url pronounceable_name monitor_type check_frequency request_timeout confirmation_period
    recovery_period paused_at port http_method request_method expected_status_codes required_keyword
    follow_redirects ssl_expiration
  `,
  ...ignored`
    paused maintenance_to maintenance_timezone maintenance_days proxy_port playwright_script
    scenario_name checks_version last_checked_at created_at updated_at
  `,
  ...noted`status request_body request_headers auth_username auth_password verify_ssl`,
  domain_expiration: { lost: "Domain expiry warnings are not supported" },
  maintenance_from: {
    lost: "Its daily maintenance was not imported: schedule a maintenance window",
  },
  remember_cookies: { lost: "Keeping cookies between redirects is not supported" },
  ip_version: { lost: "Restricting it to one address family is not supported" },
  proxy_host: { lost: "Its proxy was not imported; checks connect directly" },
  environment_variables: { lost: "Its variables were not imported" },
  team_name: { beside: "teams" },
  team_wait: { beside: "teams" },
  monitor_group_id: { beside: "groups" },
  policy_id: { beside: "escalation policies" },
  expiration_policy_id: { beside: "escalation policies" },
  regions: { beside: "regions" },
  email: ways,
  sms: ways,
  call: ways,
  push: ways,
  critical_alert: ways,
}

export const heartbeatTable: Table = {
  ...carried`name period grace paused_at`,
  ...ignored`
    paused url sort_index maintenance_to maintenance_timezone maintenance_days created_at updated_at
  `,
  status: "noted",
  team_name: { beside: "teams" },
  team_wait: { beside: "teams" },
  heartbeat_group_id: { beside: "heartbeat groups" },
  policy_id: { beside: "escalation policies" },
  maintenance_from: {
    lost: "Its daily maintenance was not imported: schedule a maintenance window",
  },
  email: ways,
  sms: ways,
  call: ways,
  push: ways,
  critical_alert: ways,
}
