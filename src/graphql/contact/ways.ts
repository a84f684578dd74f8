import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Zone } from "../on-call/zone.ts"
import { zoneOf } from "../on-call/zone.ts"

export type Urgency = "high" | "low"

/** A channel of a person that is verified and enabled; null stands for the address they sign in with. */
export type Way = { channelId: string | null; kind: ChannelKind; name: string }

/** What a person chose; minutes of the day are those of a clock on the wall in the time zone. */
export type ContactRules = {
  timeZone: string
  /** Low urgency waits for its end; until is before from where it goes over midnight. */
  quiet: { fromMinute: number; untilMinute: number } | null
  /** When low urgency is told of, all together, once a day; null for at once. */
  digestMinute: number | null
  methods: Record<Urgency, { channelId: string; delayMinutes: number }[]>
}

export type Contact = {
  /** Oldest first. */
  ways: readonly Way[]
  /** Null for whoever chose nothing. */
  rules: ContactRules | null
}

export type PlannedWay = Way & { at: Date; reason: string }

/** How somebody hears of a page: over these ways, or at `digestAt` among others of the day. */
export type Reach = { ways: PlannedWay[]; digestAt: Date | null }

const minuteMs = 60_000
const dayMs = 86_400_000

/** Over which ways a person is told of a page of a moment, and when, if nobody acknowledges it before. */
export function waysOf({ ways, rules }: Contact, urgency: Urgency, at: Date): Reach {
  const chosen = rules === null ? null : chosenWays(ways, rules.methods[urgency])
  const delayed = chosen ?? defaultWays(ways, urgency)
  if (rules === null || urgency === "high") return { ways: planned(delayed, at), digestAt: null }
  const zone = zoneOf(rules.timeZone)
  const { quiet, digestMinute } = rules
  if (digestMinute !== null) {
    return { ways: [], digestAt: nextAt(zone, digestMinute, at) }
  }
  const ends = quiet === null ? null : quietUntil(zone, quiet, at)
  return { ways: planned(delayed, ends ?? at, ends !== null), digestAt: null }
}

type Delayed = { way: Way; minutes: number; reason: string }

const planned = (all: Delayed[], at: Date, isHeld = false): PlannedWay[] =>
  all.map(({ way, minutes, reason }) => ({
    ...way,
    at: new Date(at.getTime() + minutes * minuteMs),
    reason: isHeld ? `${reason}, after the quiet hours` : reason,
  }))

/** Null where none of the methods can be used, so that the default holds. */
function chosenWays(
  ways: readonly Way[],
  methods: ContactRules["methods"][Urgency],
): Delayed[] | null {
  const usable = new Map(ways.map((way) => [way.channelId, way]))
  const chosen = methods.flatMap(({ channelId, delayMinutes: minutes }) => {
    const way = usable.get(channelId)
    return way === undefined ? [] : [{ way, minutes, reason: "chosen by the person" }]
  })
  if (chosen.length === 0) return null
  return chosen.length === methods.length ? chosen : withoutWait(chosen)
}

/** Minutes after the page, where the person chose nothing. */
const patience: Record<ChannelKind, number> = {
  email: 0,
  web_push: 0,
  slack_webhook: 0,
  slack_bot: 0,
  discord_webhook: 0,
  discord_bot: 0,
  sms: 1,
  voice: 3,
}

const account: Way = { channelId: null, kind: "email", name: "the address of the account" }

/** Of these the first alone; of the others all. */
const single: ReadonlySet<ChannelKind> = new Set(["email", "sms", "voice"])

/** What is silent goes at once, then what rings; low urgency rings only where there is nothing else. */
function defaultWays(ways: readonly Way[], urgency: Urgency): Delayed[] {
  if (ways.length === 0) return [{ way: account, minutes: 0, reason: "no channel is verified" }]
  const firsts = ways.filter(
    ({ kind }, at) => !single.has(kind) || ways.findIndex((one) => one.kind === kind) === at,
  )
  const all = firsts
    .map((way) => ({ way, minutes: patience[way.kind], reason: "the default order" }))
    .toSorted((a, b) => a.minutes - b.minutes)
  const eager = withoutWait(all)
  return urgency === "high" ? eager : eager.filter(({ minutes }) => minutes === 0)
}

/** Somebody's first way is never waited for. */
function withoutWait(all: Delayed[]): Delayed[] {
  const first = Math.min(...all.map(({ minutes }) => minutes))
  return all.map((one) => ({ ...one, minutes: one.minutes - first }))
}

/** The end of the quiet hours that hold at a moment; null where none do. */
function quietUntil(
  zone: Zone,
  { fromMinute, untilMinute }: NonNullable<ContactRules["quiet"]>,
  at: Date,
): Date | null {
  const wallMs = zone.wallOf(at.getTime())
  const midnightMs = Math.floor(wallMs / dayMs) * dayMs
  const minute = Math.floor((wallMs - midnightMs) / minuteMs)
  const isOverMidnight = untilMinute <= fromMinute
  const isQuiet = isOverMidnight
    ? minute >= fromMinute || minute < untilMinute
    : minute >= fromMinute && minute < untilMinute
  if (!isQuiet) return null
  const isTomorrow = isOverMidnight && minute >= fromMinute
  const endMs = midnightMs + (isTomorrow ? dayMs : 0) + untilMinute * minuteMs
  return new Date(zone.momentOf(endMs))
}

/** The next time that clocks show this minute of the day. */
function nextAt(zone: Zone, minute: number, at: Date): Date {
  const midnightMs = Math.floor(zone.wallOf(at.getTime()) / dayMs) * dayMs
  const todayMs = zone.momentOf(midnightMs + minute * minuteMs)
  if (todayMs > at.getTime()) return new Date(todayMs)
  return new Date(zone.momentOf(midnightMs + dayMs + minute * minuteMs))
}
