import { byCodePoint } from "./code-point.ts"
import type { Step } from "./plan-import.ts"
import type { ReadEntry, Reading } from "./read-entry.ts"

export const outcomes = ["create", "skip", "invalid", "fail"] as const

export type ImportedEntry = {
  /** As the entry says them; null where it does not say them in text. */
  name: string | null
  monitorType: string | null
  outcome: (typeof outcomes)[number]
  /** For a person; null where there is nothing to say. */
  reason: string | null
  /** The monitor that was made, or that is there already. */
  monitorId: string | null
}

export type ImportResult = {
  dryRun: boolean
  createdCount: number
  skippedCount: number
  invalidCount: number
  failedCount: number
  /** Labels that entries to be made name and the project does not have, by code point. */
  unmatchedLabels: string[]
  entries: ImportedEntry[]
}

type Done = {
  dryRun: boolean
  readings: Reading[]
  steps: Step[]
  /** The project's labels, by name. */
  labels: ReadonlyMap<string, string>
  /** Why monitors could not be made, by the ids they would have. */
  refused: ReadonlyMap<string, string>
}

export function importResult({ dryRun, readings, steps, labels, refused }: Done): ImportResult {
  const planned = new Set(steps.flatMap((step) => (step.outcome === "create" ? [step.id] : [])))
  const unmatched = new Set<string>()
  const entries = steps.map((step, at): ImportedEntry => {
    const { name = null, type = null } = readings[at] ?? {}
    const told = { name, monitorType: type, monitorId: null }
    if (step.outcome === "invalid") return { ...told, outcome: "invalid", reason: step.reason }
    if (step.outcome === "skip") {
      const { reason, monitorId } = step
      const isThere = !refused.has(monitorId) && !(dryRun && planned.has(monitorId))
      return { ...told, outcome: "skip", reason, monitorId: isThere ? monitorId : null }
    }
    const reason = refused.get(step.id)
    if (reason !== undefined) return { ...told, outcome: "fail", reason }
    const missing = step.entry.labels.filter((label) => !labels.has(label)).toSorted(byCodePoint)
    for (const label of missing) unmatched.add(label)
    return {
      ...told,
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
    entries,
  }
}

/** What is left to do by hand for a monitor that is made. */
function remarks({ kind, headerNames, isBodyHidden }: ReadEntry, missing: string[]): string | null {
  const said = [
    ...(kind === "heartbeat" ? ["let its job call the new address"] : []),
    ...(headerNames.length === 0
      ? []
      : [`set the values of its request headers by hand: ${headerNames.join(", ")}`]),
    ...(isBodyHidden ? ["set the body of its request by hand"] : []),
    ...(missing.length === 0 ? [] : [`without labels that do not exist: ${missing.join(", ")}`]),
  ]
  return said.length === 0 ? null : said.join("; ")
}
