import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Urgency } from "./ways.ts"

/** At most so many pages over one channel in so many minutes. */
export type Throttle = { most: number; minutes: number }

/** A phone that never stops ringing is switched off; of high urgency little is ever held back. */
const throttles: Record<Urgency, { rings: Throttle; silent: Throttle }> = {
  high: { rings: { most: 20, minutes: 30 }, silent: { most: 100, minutes: 30 } },
  low: { rings: { most: 5, minutes: 60 }, silent: { most: 30, minutes: 60 } },
}

export const throttleOf = (kind: ChannelKind, urgency: Urgency): Throttle =>
  throttles[urgency][kind === "sms" || kind === "voice" ? "rings" : "silent"]

export const longestThrottleMinutes = Math.max(
  ...Object.values(throttles).flatMap((of) => Object.values(of).map(({ minutes }) => minutes)),
)

/** Whether one page more would be too many. @param earlier when those before were owed. */
export const isTooMany = ({ most, minutes }: Throttle, earlier: Date[], now: Date): boolean =>
  earlier.filter((at) => now.getTime() - at.getTime() < minutes * 60_000).length >= most

export const sayThrottle = ({ most, minutes }: Throttle): string =>
  `Not sent: ${most} pages went over this channel within ${minutes} minutes.`
