import { Glyph } from "../ui/glyph.tsx"

/** How many monitors have which status; each is counted once, as the server counts them. */
export type StatusCounts = {
  operational: number
  degraded: number
  offline: number
  unknown: number
  paused: number
  inMaintenance: number
  /** Of those in maintenance: they are no problem now. */
  offlineInMaintenance: number
  degradedInMaintenance: number
}

/** The state of the whole project in one sentence. */
export function Summary({ counts }: { counts: StatusCounts | undefined }) {
  if (counts === undefined) return <p className="summary">&nbsp;</p>
  const { mood, text } = summaryOf(counts)
  return (
    <p className="summary tinted" data-mood={mood}>
      {allOf(counts) > 0 && <Glyph mood={mood} />}
      <span>{text}</span>
    </p>
  )
}

export const allOf = (counts: StatusCounts): number =>
  counts.operational +
  counts.degraded +
  counts.offline +
  counts.unknown +
  counts.inMaintenance +
  counts.paused

export function summaryOf(counts: StatusCounts) {
  const { offline, degraded, unknown, paused, inMaintenance } = counts
  const all = allOf(counts)
  const watched = all - paused
  const of = (some: number) => `${some} of ${all}`
  if (all === 0) return { mood: "unknown", text: "No monitors yet" } as const
  if (offline > 0) {
    const also = degraded > 0 ? `, ${degraded} ${be(degraded)} degraded` : ""
    return { mood: "bad", text: `${of(offline)} ${be(offline)} offline${also}` } as const
  }
  if (degraded > 0)
    return { mood: "warning", text: `${of(degraded)} ${be(degraded)} degraded` } as const
  if (watched === 0)
    return {
      mood: "off",
      text: all === 1 ? "The monitor is paused" : `All ${all} monitors are paused`,
    } as const
  const maintained = counts.offlineInMaintenance + counts.degradedInMaintenance
  if (maintained > 0) {
    return {
      mood: "maintenance",
      text: `${of(inMaintenance)} ${be(inMaintenance)} in maintenance`,
    } as const
  }
  const rest = paused > 0 ? `, ${paused} paused` : ""
  if (unknown > 0) {
    return {
      mood: "unknown",
      text: `${of(unknown)} ${be(unknown)} unknown${rest}`,
    } as const
  }
  return {
    mood: "good",
    text:
      watched === 1
        ? `The monitor is operational${rest}`
        : `All ${watched} monitors are operational${rest}`,
  } as const
}

const be = (some: number) => (some === 1 ? "is" : "are")
