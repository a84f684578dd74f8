import { newId } from "../../../platform/id.ts"
import { resolveParents, type ParentName } from "./config-parent.ts"
import type { Present } from "./present-plan.ts"
import type { Identity, ReadEntry, Reading } from "./read-entry.ts"

/** What an import does with one entry; `id` is that of the monitor to create. */
export type Step =
  | { outcome: "create"; id: string; entry: ReadEntry; parentId: string | null }
  | { outcome: "skip"; reason: string; monitorId: string }
  | { outcome: "invalid"; reason: string }

/** A key of name and type; names contain no NUL. */
export const keyOf = ({ name, kind }: Identity): string => `${kind}\u0000${name}`

/** One step per entry, in order. Of skipped entries only name and type are validated. */
export function planImport(readings: Reading[], present: Present[]): Step[] {
  const live = new Map(present.map((monitor) => [keyOf(monitor), monitor.id]))
  const made = new Map<string, string>()
  const steps = readings.map((reading) => {
    const step = match(reading, live, made)
    if (step.outcome === "create") made.set(keyOf(step.entry), step.id)
    return step
  })
  return settleParents(steps, present)
}

function match(
  { identity, result }: Reading,
  live: Map<string, string>,
  made: Map<string, string>,
) {
  const key = identity === null ? "" : keyOf(identity)
  const alive = live.get(key)
  if (alive !== undefined) {
    return skip("a monitor of this name and type exists already", alive)
  }
  const earlier = made.get(key)
  if (earlier !== undefined) {
    return skip("an earlier entry of the document has this name and type", earlier)
  }
  const { entry, fault } = result
  return entry === null
    ? invalid(fault)
    : ({ outcome: "create", id: newId(), entry, parentId: null } as const satisfies Step)
}

const skip = (reason: string, monitorId: string): Step => ({ outcome: "skip", reason, monitorId })
const invalid = (reason: string): Step => ({ outcome: "invalid", reason })

function settleParents(steps: Step[], present: Present[]): Step[] {
  const news = steps.filter((step) => step.outcome === "create")
  const claims = new Map<string, ParentName | null>(news.map(({ id, entry }) => [id, entry.parent]))
  const nodes = [
    ...present,
    ...news.map(({ id, entry: { name, kind } }) => ({ id, name, kind, parentId: null })),
  ]
  const { parents, faults } = resolveParents(nodes, claims)
  return steps.map((step) => {
    if (step.outcome !== "create") return step
    const fault = faults.get(step.id)
    return fault === undefined
      ? { ...step, parentId: parents.get(step.id) ?? null }
      : invalid(fault)
  })
}
