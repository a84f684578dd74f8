import { momentOf, type RawEvent, type Wall } from "./read-event.ts"
import { keyOf } from "./wall-key.ts"

/**
 * The events that count. Of two revisions of one event the one with the higher SEQUENCE does, and a cancelled one
 * removes both; more than two events with one UID, or two with one SEQUENCE, are different events of a program that
 * does not make unique ones.
 *
 * @param onSuperseded called for a revision that was left out although it is at another time.
 */
export function latestRevisions(
  all: RawEvent[],
  onSuperseded: (summary: string) => void,
): RawEvent[] {
  const groups = Map.groupBy(all, ({ uid, replaces }, at) =>
    uid === null ? `alone ${at}` : `${replaces === null ? "" : keyOf(replaces.at)} ${uid}`,
  )
  const gone = new Set<string>()
  const counting = [...groups.values()].flatMap((group) => {
    const distinct = Map.groupBy(group, ({ start, length, summary }) =>
      JSON.stringify([momentOf(start), length, summary]),
    )
    const newest = [...distinct.values()].map(newestOf)
    const called = group.filter(({ isCancelled }) => isCancelled)
    const left = newest.filter(
      (one) => !called.some((other) => other === one || cancels(other, one)),
    )
    const [cancelled] = called
    if (left.length === 0 && cancelled?.replaces === null && cancelled.uid !== null) {
      gone.add(cancelled.uid)
    }
    const top = left.reduce((most, { sequence }) => Math.max(most, sequence), 0)
    const isRevision = left.length === 2 && left.some(({ sequence }) => sequence < top)
    if (!isRevision) return [...left, ...called.filter(({ replaces }) => replaces !== null)]
    for (const one of left) if (one.sequence < top) onSuperseded(one.summary)
    return left.filter(({ sequence }) => sequence === top)
  })
  // A cancelled series takes its moved instances with it.
  return counting.filter(({ uid, replaces }) => replaces === null || !gone.has(uid ?? ""))
}

const newestOf = (group: RawEvent[]): RawEvent =>
  group.reduce((one, other) => (other.sequence >= one.sequence ? other : one))

const cancels = (cancelled: RawEvent, other: RawEvent): boolean =>
  !other.isCancelled &&
  other.sequence <= cancelled.sequence &&
  (other.sequence < cancelled.sequence || momentOf(other.start) === momentOf(cancelled.start))

type Onwards = { fromMs: number; shiftMs: number; event: RawEvent }

/** What replaces occurrences of an event: single ones, and all from a moment on, ordered by it. */
export function replacementsOf(
  { uid }: RawEvent,
  all: RawEvent[],
): { single: Set<string>; onwards: Onwards[] } {
  const mine = all.flatMap((event) =>
    uid !== null && event.uid === uid && event.replaces !== null
      ? [{ event, at: event.replaces.at, isAndFuture: event.replaces.isAndFuture }]
      : [],
  )
  return {
    single: new Set(mine.map(({ at }) => keyOf(at))),
    onwards: mine
      .filter(({ isAndFuture }) => isAndFuture)
      .map(({ event, at }) => ({ fromMs: momentOf(at), shiftMs: shiftOf(event.start, at), event }))
      .toSorted((a, b) => a.fromMs - b.fromMs),
  }
}

/** By how much the local time moved, whatever zone each is written in. */
const shiftOf = (start: Wall, at: Wall): number =>
  start.zone === at.zone ? start.wallMs - at.wallMs : momentOf(start) - momentOf(at)
