import { carried, ignored, noted, type Table } from "./account.ts"

export const filters = [
  "subject",
  "subject_fail",
  "start_kw",
  "success_kw",
  "failure_kw",
  "filter_subject",
  "filter_body",
  "filter_http_body",
  "filter_default_fail",
]

export const healthchecksTable: Table = {
  ...carried`name slug desc tags timeout grace status`,
  ...noted`schedule tz methods manual_resume`,
  ...Object.fromEntries(filters.map((name) => [name, "noted"] as const)),
  channels: { beside: "integrations" },
  ...ignored`
    started n_pings last_ping next_ping last_duration uuid unique_key badge_url ping_url update_url
    pause_url resume_url
  `,
}
