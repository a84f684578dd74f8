import type { z } from "zod"
import type { Finding } from "../../../../findings/finding.ts"
import type { onCallCodes } from "../../../../findings/codes/on-call.ts"
import type { ChannelKind } from "../../../../../prisma/generated/enums.ts"
import { channelKinds } from "../../../../channels/channel-kinds.ts"
import { zoneOf, type Zone } from "../../rules/time-zone.ts"

export type Urgency = "high" | "low"

/** A person's verified, enabled channel; a null id stands for their sign-in address. */
export type ReachableChannel = { channelId: string | null; kind: ChannelKind; name: string }

/** A person's contact rules; minutes of the day are local to `timeZone`. */
export type ContactRules = {
  timeZone: string
  /** Low urgency waits until these hours end; `untilMinute` <= `fromMinute` spans midnight. */
  quiet: { fromMinute: number; untilMinute: number } | null
  /** When the daily digest of low urgency is sent; null sends each page at once. */
  digestMinute: number | null
  methods: Record<Urgency, { channelId: string; delayMinutes: number }[]>
}

export type Contact = {
  /** Oldest first. */
  channels: readonly ReachableChannel[]
  /** Null if the person set none. */
  rules: ContactRules | null
}

/** `finding` is why it goes there at that time. */
export type PlannedDelivery = ReachableChannel & { at: Date; finding: Finding }

/** How one person receives a page: as these deliveries, or in the daily digest at `digestAt`. */
export type DeliveryPlan = { deliveries: PlannedDelivery[]; digestAt: Date | null }

const minuteMs = 60_000
const dayMs = 86_400_000

/** Plan the deliveries of a page that starts at `at` and that nobody acknowledges. */
export function planDeliveries(
  { channels, rules }: Contact,
  urgency: Urgency,
  at: Date,
): DeliveryPlan {
  const chosen = rules === null ? null : chosenMethods(channels, rules.methods[urgency])
  const methods = chosen ?? defaultMethods(channels, urgency)
  if (rules === null || urgency === "high") {
    return { deliveries: schedule(methods, at), digestAt: null }
  }
  const zone = zoneOf(rules.timeZone)
  const { quiet, digestMinute } = rules
  if (digestMinute !== null) {
    return { deliveries: [], digestAt: nextAt(zone, digestMinute, at) }
  }
  const ends = quiet === null ? null : quietUntil(zone, quiet, at)
  return { deliveries: schedule(methods, ends ?? at, ends !== null), digestAt: null }
}

type By = z.output<(typeof onCallCodes)["delivery_planned"]>["by"]
type Method = { channel: ReachableChannel; minutes: number; by: By }

const schedule = (methods: Method[], at: Date, isDelayed = false): PlannedDelivery[] =>
  methods.map(({ channel, minutes, by }) => ({
    ...channel,
    at: new Date(at.getTime() + minutes * minuteMs),
    finding: {
      code: isDelayed ? "delivery_after_quiet_hours" : "delivery_planned",
      parameters: { by },
    },
  }))

/** Null if none of the methods is usable; the default order then applies. */
function chosenMethods(
  channels: readonly ReachableChannel[],
  methods: ContactRules["methods"][Urgency],
): Method[] | null {
  const usable = new Map(channels.map((channel) => [channel.channelId, channel]))
  const chosen = methods.flatMap(({ channelId, delayMinutes: minutes }) => {
    const channel = usable.get(channelId)
    return channel === undefined ? [] : [{ channel, minutes, by: "person" as const }]
  })
  if (chosen.length === 0) return null
  return chosen.length === methods.length ? chosen : startAtZero(chosen)
}

const account: ReachableChannel = { channelId: null, kind: "email", name: "account e-mail address" }

/** Every channel and the account's address, at once: for an alert about which nobody can be reached. */
export const planEveryWay = (channels: readonly ReachableChannel[], at: Date): PlannedDelivery[] =>
  schedule(
    [...channels, account].map((channel): Method => ({ channel, minutes: 0, by: "every_channel" })),
    at,
  )

/** Silent channels first, then SMS, then calls; low urgency uses SMS or calls only if nothing else exists. */
function defaultMethods(channels: readonly ReachableChannel[], urgency: Urgency): Method[] {
  if (channels.length === 0) {
    return [{ channel: account, minutes: 0, by: "no_channel" }]
  }
  const used = channels.filter(
    ({ kind }, at) =>
      channelKinds[kind].usedByDefault === "all" ||
      channels.findIndex((one) => one.kind === kind) === at,
  )
  const all = used
    .map((channel): Method => ({
      channel,
      minutes: channelKinds[channel.kind].defaultDelayMinutes,
      by: "default_order",
    }))
    .toSorted((a, b) => a.minutes - b.minutes)
  const methods = startAtZero(all)
  return urgency === "high" ? methods : methods.filter(({ minutes }) => minutes === 0)
}

/** Shift all delays so that the first method is used at once. */
function startAtZero(methods: Method[]): Method[] {
  const first = Math.min(...methods.map(({ minutes }) => minutes))
  return methods.map((one) => ({ ...one, minutes: one.minutes - first }))
}

/** The end of the quiet hours at `at`; null outside quiet hours. */
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

/** The next occurrence of this local minute of the day. */
function nextAt(zone: Zone, minute: number, at: Date): Date {
  const midnightMs = Math.floor(zone.wallOf(at.getTime()) / dayMs) * dayMs
  const todayMs = zone.momentOf(midnightMs + minute * minuteMs)
  if (todayMs > at.getTime()) return new Date(todayMs)
  return new Date(zone.momentOf(midnightMs + dayMs + minute * minuteMs))
}
