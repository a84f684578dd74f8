import type { Finding } from "../../../findings/finding.ts"
import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"

type Urgency = "high" | "low"

/** Limit of pages to one channel or account address within a time window. */
export type Throttle = { most: number; minutes: number }

/** Too many calls make people switch their phone off; the limits for high urgency are generous. */
const throttles: Record<Urgency, { intrusive: Throttle; silent: Throttle }> = {
  high: { intrusive: { most: 20, minutes: 30 }, silent: { most: 100, minutes: 30 } },
  low: { intrusive: { most: 5, minutes: 60 }, silent: { most: 30, minutes: 60 } },
}

export const throttleOf = (kind: ChannelKind, urgency: Urgency): Throttle =>
  throttles[urgency][channelKinds[kind].isIntrusive ? "intrusive" : "silent"]

export const longestThrottleMinutes = Math.max(
  ...Object.values(throttles).flatMap((of) => Object.values(of).map(({ minutes }) => minutes)),
)

/** Whether one more page exceeds the limit. @param earlier when previous pages were enqueued. */
export const isThrottled = ({ most, minutes }: Throttle, earlier: Date[], now: Date): boolean =>
  earlier.filter((at) => now.getTime() - at.getTime() < minutes * 60_000).length >= most

export const throttled = (parameters: Throttle): Finding => ({
  code: "channel_throttled",
  parameters,
})
