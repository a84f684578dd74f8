import type { Conversion, ImportEntry, ImportResult } from "./import-documents.ts"

type Outcome = ImportEntry["outcome"] | "DROP"

/** One monitor of the file: what an import does with it, and what is different or left out. */
export type ImportRow = {
  name: string
  type: string
  outcome: Outcome
  reason: string | null
  monitorId: string | null
  notes: string[]
}

/** What needs attention comes first. */
const order: Outcome[] = ["INVALID", "FAIL", "DROP", "CREATE", "SKIP"]

export function rowsOf(conversion: Conversion, result: ImportResult): ImportRow[] {
  const lossy = Map.groupBy(
    conversion.notes.filter(({ kind }) => kind === "LOSSY"),
    ({ name }) => name ?? "",
  )
  // Notes are by name; those of a name that several monitors have stand at the first.
  const take = (name: string) => {
    const notes = lossy.get(name) ?? []
    lossy.delete(name)
    return notes.map(({ detail }) => detail)
  }
  const entries = result.entries.map((entry): ImportRow => ({
    name: entry.name ?? "(no name)",
    type: entry.monitorType ?? "",
    outcome: entry.outcome,
    reason: entry.reason,
    monitorId: entry.monitorId,
    notes: take(entry.name ?? ""),
  }))
  const dropped = conversion.notes
    .filter(({ kind }) => kind === "DROPPED")
    .map(({ name, sourceType, detail }): ImportRow => ({
      name: name || "(no name)",
      type: sourceType ?? "",
      outcome: "DROP",
      reason: detail,
      monitorId: null,
      notes: [],
    }))
  // A monitor that was split or renamed has its notes under its old name.
  const rest = [...lossy.values()].flat()
  return [
    ...[...entries, ...dropped].toSorted(
      (a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome),
    ),
    ...rest.map(({ name, sourceType, detail }): ImportRow => ({
      name: name ?? "",
      type: sourceType ?? "",
      outcome: "CREATE",
      reason: null,
      monitorId: null,
      notes: [detail],
    })),
  ]
}

/** What is said about the file as a whole, without the sum. */
export const generalNotes = ({ notes }: Conversion): string[] =>
  notes
    .filter(({ kind }) => kind === "GENERAL")
    .slice(1)
    .map(({ detail }) => detail)
