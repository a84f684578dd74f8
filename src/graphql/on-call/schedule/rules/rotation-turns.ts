import type { Layer } from "./rotation-rules.ts"
import type { Span } from "./shift-spans.ts"
import type { Zone } from "../../rules/time-zone.ts"
import { weekdayOf } from "./layer-windows.ts"

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

export type Turn = Span & { userId: string | null }

/**
 * A layer's shifts that overlap a window, uncut and before restrictions. Counted from the start of the layer, so
 * that the result does not depend on the window. A shift that a clock change skips entirely belongs to nobody.
 */
export function turnsOf(layer: Layer, zone: Zone, from: number, until: number): Turn[] {
  const { participants } = layer
  if (participants.length === 0) return []
  const startsAt = layer.startsAt.getTime()
  const endsAt = layer.endsAt?.getTime() ?? Infinity
  const grid = gridOf(layer, zone)
  const turns: Turn[] = []
  for (let turn = grid.turnBefore(Math.max(from, startsAt)); ; turn += 1) {
    const begins = Math.max(startsAt, grid.beginningOf(turn))
    const ends = Math.min(endsAt, grid.beginningOf(turn + 1))
    if (begins >= until || begins >= endsAt) return turns
    if (ends > from && ends > begins) {
      const userId = participants[turn % participants.length] ?? null
      turns.push({ from: begins, until: ends, userId })
    }
  }
}

type Grid = {
  beginningOf(turn: number): number
  /** Number of a shift, at least 0, that starts at or shortly before an instant. */
  turnBefore(moment: number): number
}

function gridOf({ startsAt, handOver }: Layer, zone: Zone): Grid {
  const start = startsAt.getTime()
  if (handOver.unit === "hours") {
    const length = handOver.every * hourMs
    return {
      beginningOf: (turn) => start + turn * length,
      turnBefore: (moment) => Math.max(0, Math.floor((moment - start) / length)),
    }
  }
  const isWeekly = handOver.unit === "weeks"
  const length = handOver.every * (isWeekly ? 7 : 1)
  const at = (day: number) => zone.momentOf(day * dayMs + handOver.minute * minuteMs)
  const dayOf = (moment: number) => Math.floor(zone.wallOf(moment) / dayMs)
  // The last hand-over at or before the start.
  let first = dayOf(start)
  if (isWeekly) first -= (weekdayOf(first) - handOver.weekday + 7) % 7
  while (at(first) > start) first -= isWeekly ? 7 : 1
  return {
    beginningOf: (turn) => at(first + turn * length),
    turnBefore: (moment) => Math.max(0, Math.floor((dayOf(moment) - first) / length) - 1),
  }
}
