import type { Gap, Rotation, Shift, Source } from "./rotation.ts"
import { longestDays } from "./rotation.ts"
import type { Span } from "./spans.ts"
import { inside, lay, outside } from "./spans.ts"
import { turnsOf } from "./turns.ts"
import { windowsOf } from "./windows.ts"
import { zoneOf } from "./zone.ts"

type Claim = Span & { userId: string | null; isNobody: boolean; source: Source }

const dayMs = 86_400_000
/** How far around a moment its shift is looked for; the last is farther than any shift reaches. */
const reachDays = [1, 8, 36, longestDays + 1]

/**
 * Who is on call from `from` until `until`: every moment in exactly one shift or named gap, in order. The
 * first and the last are cut at the window's edges; nothing else depends on where the window lies.
 */
export function shiftsOf(rotation: Rotation, from: Date, until: Date): Shift[] {
  const window = { from: from.getTime(), until: until.getTime() }
  if (window.from >= window.until) return []
  const claims = inside(lay(plannedOf(rotation, window), overridesOf(rotation, window)), [window])
  const holes = outside(claims, window.from, window.until)
  return [
    ...claims.map((claim) => tell(claim, rotation.members)),
    ...holes.map((hole) => ({ ...uncovered, ...dates(hole) })),
  ].toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

/**
 * The shift or gap at a moment, from its beginning to its end. Only a gap can be longer than a year; it is cut
 * a year away.
 */
export function onCallAt(rotation: Rotation, at: Date): Shift {
  const moment = at.getTime()
  for (const days of reachDays) {
    const edges = dates({ from: moment - days * dayMs, until: moment + days * dayMs })
    const found = shiftsOf(rotation, edges.from, edges.until).find(
      (shift) => shift.from <= at && at < shift.until,
    )
    const isWhole = found !== undefined && found.from > edges.from && found.until < edges.until
    if (found !== undefined && (isWhole || days === reachDays.at(-1))) return found
  }
  throw new Error("every moment is in a shift or a gap")
}

/** Where nobody is on call between two moments, and why. */
export const gapsOf = (rotation: Rotation, from: Date, until: Date): Gap[] =>
  shiftsOf(rotation, from, until).filter((shift) => shift.kind === "gap")

const plannedOf = (rotation: Rotation, window: Span): Claim[] =>
  lay(layersOf(rotation, window), calendarOf(rotation, window))

function calendarOf({ calendar }: Rotation, window: Span): Claim[] {
  if (calendar === null) return []
  const source = { kind: "calendar", id: calendar.id } as const
  let seen: Claim[] = []
  for (const { startsAt, endsAt, userId } of calendar.shifts) {
    const span = { from: startsAt.getTime(), until: endsAt.getTime() }
    if (span.until <= window.from || span.from >= window.until) continue
    seen = lay(seen, [{ ...span, userId, isNobody: false, source }])
  }
  return seen
}

function layersOf({ layers, timeZone }: Rotation, { from, until }: Span): Claim[] {
  const zone = zoneOf(timeZone)
  let seen: Claim[] = []
  for (const layer of layers) {
    const turns = turnsOf(layer, zone, from, until)
    const { restrictions } = layer
    const counted =
      restrictions.length === 0 || turns.length === 0
        ? turns
        : inside(turns, windowsOf(restrictions, zone, from, until))
    const source = { kind: "layer", id: layer.id } as const
    seen = lay(
      seen,
      counted.map((turn) => ({ ...turn, isNobody: false, source })),
    )
  }
  return seen
}

function overridesOf({ overrides }: Rotation, { from, until }: Span): Claim[] {
  let seen: Claim[] = []
  for (const { id, startsAt, endsAt, userId, isNobody } of overrides) {
    const span = { from: startsAt.getTime(), until: endsAt.getTime() }
    if (span.until <= from || span.from >= until || span.from >= span.until) continue
    seen = lay(seen, [{ ...span, userId, isNobody, source: { kind: "override", id } }])
  }
  return seen
}

function tell({ source, userId, isNobody, ...span }: Claim, members: ReadonlySet<string>): Shift {
  const common = { ...dates(span), source }
  if (isNobody) return { kind: "gap", ...common, reason: "nobody", userId: null }
  if (userId === null) return { kind: "gap", ...common, reason: "deleted", userId }
  if (!members.has(userId)) return { kind: "gap", ...common, reason: "left", userId }
  return { kind: "shift", ...common, userId }
}

const uncovered = { kind: "gap", reason: "uncovered", userId: null, source: null } as const

const dates = ({ from, until }: Span) => ({ from: new Date(from), until: new Date(until) })
