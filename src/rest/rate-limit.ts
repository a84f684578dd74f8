import type { OutgoingHttpHeaders } from "node:http"
import type { Counted } from "../graphql/workspace/usage/count-usage.ts"
import { monthOf, windowMs } from "../platform/meter/meter.ts"
import { Refusal } from "../http/refusal.ts"

const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000))

/**
 * Rate limit headers, sent with every response to a valid key: RateLimit and RateLimit-Policy (IETF draft
 * httpapi-ratelimit-headers) for the minute and the month, and the older triple for whichever has less left.
 */
export function rateHeaders({ reading, allowance }: Counted): OutgoingHttpHeaders {
  const { now } = reading
  const { startsAt, endsAt } = monthOf(now)
  const { perMinute, perMonth } = allowance
  const minuteLeft = Math.max(0, perMinute - reading.minuteUsed)
  const monthLeft = Math.max(0, perMonth - reading.monthUsed)
  const minuteSeconds = seconds(reading.minuteEndsInMs)
  const monthSeconds = seconds(endsAt.getTime() - now.getTime())
  const monthWindow = (endsAt.getTime() - startsAt.getTime()) / 1000
  // If both are used up, the month resets later.
  const tighter =
    monthLeft === 0 || monthLeft < minuteLeft
      ? { limit: perMonth, left: monthLeft, endsMs: endsAt.getTime() }
      : { limit: perMinute, left: minuteLeft, endsMs: now.getTime() + reading.minuteEndsInMs }
  return {
    "ratelimit-policy": `"minute";q=${perMinute};w=${windowMs / 1000}, "month";q=${perMonth};w=${monthWindow}`,
    ratelimit: `"minute";r=${minuteLeft};t=${minuteSeconds}, "month";r=${monthLeft};t=${monthSeconds}`,
    "x-ratelimit-limit": String(tighter.limit),
    "x-ratelimit-remaining": String(tighter.left),
    // Seconds since 1970, rounded up: at that second requests are allowed again.
    "x-ratelimit-reset": String(Math.ceil(tighter.endsMs / 1000)),
  }
}

/** 429 whose Retry-After is the end of the exceeded window; null within the limits. */
export function refusalBeyond({ reading, allowance }: Counted): Refusal | null {
  const { refusedBy, minuteEndsInMs, now } = reading
  if (refusedBy === null) return null
  const isMonth = refusedBy === "month"
  const waitMs = isMonth ? monthOf(now).endsAt.getTime() - now.getTime() : minuteEndsInMs
  const detail = isMonth
    ? `The project has used the ${allowance.perMonth.toLocaleString("en")} requests of this month.`
    : `The project has used the ${allowance.perMinute} requests of this minute.`
  return new Refusal("rate_limited", `${detail} Retry after the seconds in Retry-After.`, {
    "retry-after": String(Math.max(1, seconds(waitMs))),
  })
}
