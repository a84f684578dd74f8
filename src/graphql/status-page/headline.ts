import type { MonitorStatus } from "../../../prisma/generated/enums.ts"

/** What a page says first. Each outranks those after it. */
const headlines = [
  "major_outage",
  "partial_outage",
  "degraded",
  "maintenance",
  "operational",
  "unknown",
] as const
export type Headline = (typeof headlines)[number]

/** How grave an incident is to the public, whatever a project calls its severities. */
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
 * The gravest of what the components and the open incidents say. What is under maintenance counts as nothing else;
 * what we cannot see neither spoils the headline nor makes an outage of some one of all.
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
