import { zoneOf } from "../../rules/time-zone.ts"
import { windowsOf } from "./layer-windows.ts"
import { longestDays, type Layer, type Rotation } from "./rotation-rules.ts"
import { turnsOf } from "./rotation-turns.ts"
import { inside } from "./shift-spans.ts"
import { shiftsOf } from "./shifts.ts"

/** Why a layer never comes on call: it has ended, its hours hold no turn, or later layers take all of its time. */
export const idleReasons = ["ended", "hours", "covered"] as const
export type IdleReason = (typeof idleReasons)[number]

/** `order` counts from 1. */
export type IdleLayer = { order: number; reason: IdleReason }

const dayMs = 86_400_000

/** The layers without a shift in the year from a time on. Overrides and calendars are left out, because they pass. */
export function idleLayersOf(rotation: Rotation, from: Date): IdleLayer[] {
  const until = new Date(from.getTime() + longestDays * dayMs)
  const lasting = { ...rotation, overrides: [], calendar: null }
  const active = new Set(shiftsOf(lasting, from, until).map(({ source }) => source?.id))
  return rotation.layers.flatMap((layer, at) =>
    active.has(layer.id) || layer.startsAt >= until || layer.participants.length === 0
      ? []
      : [{ order: at + 1, reason: reasonOf(layer, rotation.timeZone, from, until) }],
  )
}

function reasonOf(layer: Layer, timeZone: string, from: Date, until: Date): IdleReason {
  if (layer.endsAt !== null && layer.endsAt <= from) return "ended"
  const zone = zoneOf(timeZone)
  const span = [from.getTime(), until.getTime()] as const
  const turns = turnsOf(layer, zone, ...span)
  const hasHours =
    layer.restrictions.length === 0 ||
    inside(turns, windowsOf(layer.restrictions, zone, ...span)).length > 0
  return hasHours ? "covered" : "hours"
}
