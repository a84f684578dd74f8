import { isProbed } from "../../monitor/rules/monitor-kinds.ts"
import { byCodePoint } from "./code-point.ts"
import type { Step } from "../plan-import.ts"
import type { ReadEntry, Reading } from "../read-entry.ts"

export const outcomes = ["create", "skip", "invalid", "fail"] as const

export type ImportedEntry = {
  /** The name in the entry; null if it is not a string. */
  name: string | null
  monitorType: string | null
  outcome: (typeof outcomes)[number]
  /** For people; null if there is nothing to report. */
  reason: string | null
  /** The monitor that was created or already existed. */
  monitorId: string | null
}

export type ImportResult = {
  dryRun: boolean
  createdCount: number
  skippedCount: number
  invalidCount: number
  failedCount: number
  /** Labels of entries to create that the project does not have, sorted by code point. */
  unmatchedLabels: string[]
  /** Labels that were created, or would be, by code point. */
  createdLabels: string[]
  entries: ImportedEntry[]
}

type Done = {
  dryRun: boolean
  readings: Reading[]
  steps: Step[]
  /** The project's labels, by name. */
  labels: ReadonlyMap<string, string>
  createdLabels: string[]
  /** Why monitors could not be created, by id. */
  refused: ReadonlyMap<string, string>
}

export function importResult({
  dryRun,
  readings,
  steps,
  labels,
  createdLabels,
  refused,
}: Done): ImportResult {
  const planned = new Set(steps.flatMap((step) => (step.outcome === "create" ? [step.id] : [])))
  const unmatched = new Set<string>()
  const entries = steps.map((step, at): ImportedEntry => {
    const { name = null, type = null } = readings[at] ?? {}
    const reported = { name, monitorType: type, monitorId: null }
    if (step.outcome === "invalid") return { ...reported, outcome: "invalid", reason: step.reason }
    if (step.outcome === "skip") {
      const { reason, monitorId } = step
      const isThere = !refused.has(monitorId) && !(dryRun && planned.has(monitorId))
      return { ...reported, outcome: "skip", reason, monitorId: isThere ? monitorId : null }
    }
    const reason = refused.get(step.id)
    if (reason !== undefined) return { ...reported, outcome: "fail", reason }
    const missing = step.entry.labels.filter((label) => !labels.has(label)).toSorted(byCodePoint)
    for (const label of missing) unmatched.add(label)
    return {
      ...reported,
      outcome: "create",
      reason: remarks(step.entry, missing),
      monitorId: dryRun ? null : step.id,
    }
  })
  const count = (outcome: ImportedEntry["outcome"]) =>
    entries.filter((one) => one.outcome === outcome).length
  return {
    dryRun,
    createdCount: count("create"),
    skippedCount: count("skip"),
    invalidCount: count("invalid"),
    failedCount: count("fail"),
    unmatchedLabels: [...unmatched].toSorted(byCodePoint),
    createdLabels: createdLabels.toSorted(byCodePoint),
    entries,
  }
}

/** What remains to be done by hand for a created monitor. */
function remarks(
  { kind, headerNames, isBodyHidden, isPaused }: ReadEntry,
  missing: string[],
): string | null {
  const said = [
    ...(isPaused === true ? ["it is paused: resume it to start checks"] : []),
    ...(isProbed(kind) ? [] : ["update its job to call the new ping URL"]),
    ...(headerNames.length === 0
      ? []
      : [`set the values of its request headers by hand: ${headerNames.join(", ")}`]),
    ...(isBodyHidden ? ["set the body of its request by hand"] : []),
    ...(missing.length === 0 ? [] : [`without labels that do not exist: ${missing.join(", ")}`]),
  ]
  return said.length === 0 ? null : said.join("; ")
}
