/** User guides by the names of their pages below /docs/guides. */
export const guides = {
  "first-monitor": "Your first monitor",
  "on-call": "On call in ten minutes",
  escalation: "Escalation",
  "status-pages": "Status pages",
  maintenance: "Maintenance",
  incidents: "Incidents",
  telemetry: "Telemetry",
  "moving-in": "Moving in",
} as const

export type GuideName = keyof typeof guides

export const guideNames = Object.keys(guides) as GuideName[]

export const addressOfGuide = (name: GuideName): string => `/docs/guides/${name}`

/** The guide of every page whose path begins so; the first that fits. */
const byPath: readonly (readonly [path: string, guide: GuideName])[] = [
  ["monitors/import", "moving-in"],
  ["monitors", "first-monitor"],
  ["incidents", "incidents"],
  ["alerts", "escalation"],
  ["slos", "incidents"],
  ["reports", "incidents"],
  ["services", "telemetry"],
  ["on-call/policies", "escalation"],
  ["on-call/teams", "escalation"],
  ["on-call", "on-call"],
  ["status-pages", "status-pages"],
  ["maintenances", "maintenance"],
  ["settings/channels", "escalation"],
  ["settings/keys", "telemetry"],
  ["settings/templates", "incidents"],
  ["settings/states", "incidents"],
  ["settings/reports", "incidents"],
  ["settings", "moving-in"],
  ["account/installation", "moving-in"],
  ["account", "on-call"],
]

/** The guide that fits a page: "/projects/1/on-call/teams" → escalation. */
export function guideOf(path: string): GuideName {
  const inner = path.replace(/^\/(?:projects\/[^/]+\/?)?/, "")
  return byPath.find(([start]) => inner.startsWith(start))?.[1] ?? "first-monitor"
}
