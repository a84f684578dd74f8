import { capital } from "../ui/capital.ts"
/** What entries can be about, by the noun of their actions. */
const nouns: Record<string, string> = {
  "monitor.": "Monitors",
  "slo.": "SLOs",
  "correction.": "Corrections",
  "incident.": "Incidents",
  "alert.": "Alerts",
  "maintenance.": "Maintenance",
  "maintenance_series.": "Recurring maintenance",
  "on_call_policy.": "On-call policies",
  "rotation.": "Rotations",
  "shift_swap.": "Shift swaps",
  "team.": "Teams",
  "status_page.": "Status pages",
  "channel.": "Channels",
  "webhook_endpoint.": "Webhooks",
  "delivery.": "Deliveries",
  "account.": "Sign-ins and accounts",
  "key.": "API keys",
  "member.": "Members",
  "invitation.": "Invitations",
  "label.": "Labels",
  "state.": "States",
  "severity.": "Severities",
  "incident_template.": "Incident templates",
  "contact_rules.": "Contact rules",
  "oauth_grant.": "Connected programs",
  "telemetry_rule.": "Ingestion rules",
  "audit_log.": "Exports of this log",
  "project.": "Project",
}

export const nounOptions = Object.entries(nouns).map(([value, label]) => ({ value, label }))

/** "on_call_policy.updated" → "On-call policy updated", "account.signed_in" → "Signed in". */
export function actionWords(action: string): string {
  const [noun = "", verb = ""] = action.split(".")
  const name = noun === "on_call_policy" ? "on-call policy" : noun.replaceAll("_", " ")
  const known = { key: "API key", slo: "SLO", account: "", oauth_grant: "program access" }[noun]
  const text = `${known ?? name} ${verb.replaceAll("_", " ")}`.trim()
  return capital(text)
}

export const actorOptions = [
  { value: "USER", label: "People" },
  { value: "KEY", label: "API keys" },
  { value: "SYSTEM", label: "Watchkeeper" },
] as const
