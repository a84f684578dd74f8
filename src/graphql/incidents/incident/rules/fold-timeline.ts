import type { ActorKind, UpdateKind } from "../../../../../prisma/generated/enums.ts"

type Entry = {
  id: string
  kind: UpdateKind
  actorKind: ActorKind
  at: Date
  /** Number and end of the outages that a stored entry already summarizes. */
  outages: number | null
  until: Date | null
}

export type Flap = { outages: number; from: Date; until: Date }

/** @property flap what the entry summarizes; null for all but flaps. */
type Folded<E> = Omit<E, "outages" | "until"> & { flap: Flap | null }

/**
 * Folds every recovery of a flap and the outage after it into one entry, which stands where the target first
 * recovered. A state that a person sets ends a flap; notes and acknowledgements do not.
 *
 * @param updates newest first, as is the result.
 * @param startedAt when the first outage began.
 */
export function foldTimeline<E extends Entry>(
  updates: readonly E[],
  { startedAt, resolvedAt }: { startedAt: Date; resolvedAt: Date | null },
): Folded<E>[] {
  const lines: Folded<E>[] = []
  let began = startedAt
  /** The last automatic recovery or flap, unless a person changed the state since. */
  let last = -1
  for (const update of updates.toReversed()) {
    const { outages, until, ...entry } = update
    const isAutomatic = entry.actorKind === "system"
    const before = lines[last]
    if (entry.kind === "reopened" && isAutomatic && before !== undefined) {
      const count = outages ?? (before.flap?.outages ?? 1) + 1
      const flap = { outages: count, from: began, until: until ?? entry.at }
      // The summarizing entry keeps its id, so that readers recognize it.
      const id = before.flap === null ? entry.id : before.id
      lines[last] = { ...entry, id, at: before.at, flap }
    } else if (entry.kind === "resolved" && isAutomatic && before?.flap && outages === null) {
      lines[last] = { ...before, kind: "resolved", flap: { ...before.flap, until: entry.at } }
    } else {
      const isFlap = entry.kind === "reopened" && isAutomatic && outages !== null
      const flap = isFlap ? { outages, from: began, until: until ?? entry.at } : null
      lines.push({ ...entry, flap })
      if (entry.kind === "reopened") began = entry.at
      const mayRecur = isAutomatic && entry.kind === "resolved" && outages === null
      if (states.has(entry.kind)) last = isFlap || mayRecur ? lines.length - 1 : -1
    }
  }
  const open = lines[last]
  if (open?.flap && resolvedAt !== null) lines[last] = { ...open, kind: "resolved" }
  return lines.toReversed()
}

const states: ReadonlySet<UpdateKind> = new Set(["resolved", "reopened", "state_changed"])
