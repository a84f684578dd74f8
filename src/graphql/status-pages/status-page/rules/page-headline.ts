import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"

/** Headlines by priority, highest first. */
const headlines = [
  "major_outage",
  "partial_outage",
  "degraded",
  "maintenance",
  "operational",
  "unknown",
] as const
export type Headline = (typeof headlines)[number]

/** Public severity of an incident, whatever a project calls its severities. */
export type Impact = "critical" | "major" | "minor"

type Component = { status: MonitorStatus; isUnderMaintenance: boolean }

const headlineOfImpact: Record<Impact, Headline> = {
  critical: "major_outage",
  major: "partial_outage",
  minor: "degraded",
}

/** @param rank of a severity; 1 is the gravest. */
export function impactOf(rank: number): Impact {
  if (rank <= 1) return "critical"
  return rank === 2 ? "major" : "minor"
}

/**
 * The worst of component statuses and open incidents. Components under maintenance count only as that; unknown
 * components neither worsen the headline nor turn a partial outage into a major one.
 */
export function headlineOf(components: readonly Component[], open: readonly Impact[]): Headline {
  const said = [headlineOfComponents(components), ...open.map((impact) => headlineOfImpact[impact])]
  return headlines.find((one) => said.includes(one)) ?? "unknown"
}

function headlineOfComponents(components: readonly Component[]): Headline {
  const live = components.filter(({ isUnderMaintenance }) => !isUnderMaintenance)
  const count = (status: MonitorStatus) => live.filter((one) => one.status === status).length
  const offline = count("offline")
  if (offline > 0) return offline === live.length ? "major_outage" : "partial_outage"
  if (count("degraded") > 0) return "degraded"
  if (live.length < components.length) return "maintenance"
  return count("operational") > 0 ? "operational" : "unknown"
}
