import { longestDays, type Gap, type Rotation, type Shift, type Source } from "./rotation-rules.ts"
import { inside, lay, outside, type Span } from "./shift-spans.ts"
import { turnsOf } from "./rotation-turns.ts"
import { windowsOf } from "./layer-windows.ts"
import { zoneOf } from "../../rules/time-zone.ts"

type Claim = Span & { userId: string | null; isNobody: boolean; source: Source }

const dayMs = 86_400_000
/** Search windows, in days around a time, for its whole shift; the last is longer than any shift. */
const searchDays = [1, 8, 36, longestDays + 1]

/**
 * Shifts and gaps from `from` until `until`, in order and without holes. The first and the last are cut at the
 * window's edges; the result does not otherwise depend on the window.
 */
export function shiftsOf(rotation: Rotation, from: Date, until: Date): Shift[] {
  const window = { from: from.getTime(), until: until.getTime() }
  if (window.from >= window.until) return []
  const claims = inside(lay(plannedOf(rotation, window), overridesOf(rotation, window)), [window])
  const holes = outside(claims, window.from, window.until)
  return [
    ...claims.map((claim) => toShift(claim, rotation.members)),
    ...holes.map((hole) => ({ ...uncovered, ...dates(hole) })),
  ].toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

/**
 * The whole shift or gap at a time. Only a gap can be longer than a year; it is cut a year before and after.
 */
export function onCallAt(rotation: Rotation, at: Date): Shift {
  const moment = at.getTime()
  for (const days of searchDays) {
    const edges = dates({ from: moment - days * dayMs, until: moment + days * dayMs })
    const found = shiftsOf(rotation, edges.from, edges.until).find(
      (shift) => shift.from <= at && at < shift.until,
    )
    const isWhole = found !== undefined && found.from > edges.from && found.until < edges.until
    if (found !== undefined && (isWhole || days === searchDays.at(-1))) return found
  }
  throw new Error("No shift or gap covers the requested time")
}

/** The gaps between two times. */
export const gapsOf = (rotation: Rotation, from: Date, until: Date): Gap[] =>
  shiftsOf(rotation, from, until).filter((shift) => shift.kind === "gap")

const plannedOf = (rotation: Rotation, window: Span): Claim[] =>
  lay(layersOf(rotation, window), calendarOf(rotation, window))

function calendarOf({ calendar }: Rotation, window: Span): Claim[] {
  if (calendar === null) return []
  const source = { kind: "calendar", id: calendar.id } as const
  let result: Claim[] = []
  for (const { startsAt, endsAt, userId } of calendar.shifts) {
    const span = { from: startsAt.getTime(), until: endsAt.getTime() }
    if (span.until <= window.from || span.from >= window.until) continue
    result = lay(result, [{ ...span, userId, isNobody: false, source }])
  }
  return result
}

function layersOf({ layers, timeZone }: Rotation, { from, until }: Span): Claim[] {
  const zone = zoneOf(timeZone)
  let result: Claim[] = []
  for (const layer of layers) {
    const turns = turnsOf(layer, zone, from, until)
    const { restrictions } = layer
    const counted =
      restrictions.length === 0 || turns.length === 0
        ? turns
        : inside(turns, windowsOf(restrictions, zone, from, until))
    const source = { kind: "layer", id: layer.id } as const
    result = lay(
      result,
      counted.map((turn) => ({ ...turn, isNobody: false, source })),
    )
  }
  return result
}

function overridesOf({ overrides }: Rotation, { from, until }: Span): Claim[] {
  let result: Claim[] = []
  for (const { id, startsAt, endsAt, userId, isNobody } of overrides) {
    const span = { from: startsAt.getTime(), until: endsAt.getTime() }
    if (span.until <= from || span.from >= until || span.from >= span.until) continue
    result = lay(result, [{ ...span, userId, isNobody, source: { kind: "override", id } }])
  }
  return result
}

function toShift(
  { source, userId, isNobody, ...span }: Claim,
  members: ReadonlySet<string>,
): Shift {
  const common = { ...dates(span), source }
  if (isNobody) return { kind: "gap", ...common, reason: "nobody", userId: null }
  if (userId === null) return { kind: "gap", ...common, reason: "deleted", userId }
  if (!members.has(userId)) return { kind: "gap", ...common, reason: "left", userId }
  return { kind: "shift", ...common, userId }
}

const uncovered = { kind: "gap", reason: "uncovered", userId: null, source: null } as const

const dates = ({ from, until }: Span) => ({ from: new Date(from), until: new Date(until) })
