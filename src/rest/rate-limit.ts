import type { OutgoingHttpHeaders } from "node:http"
import type { Counted } from "../graphql/usage/count.ts"
import { monthOf, windowMs } from "../meter/meter.ts"
import { Refusal } from "./refusal.ts"

const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000))

/**
 * What is left, at every answer to a good key: RateLimit and RateLimit-Policy (IETF draft
 * httpapi-ratelimit-headers) for the minute and the month, and the older triple for the minute.
 */
export function rateHeaders({ reading, allowance }: Counted, now: Date): OutgoingHttpHeaders {
  const { startsAt, endsAt } = monthOf(now)
  const { perMinute, perMonth } = allowance
  const minuteLeft = Math.max(0, perMinute - reading.minuteUsed)
  const monthLeft = Math.max(0, perMonth - reading.monthUsed)
  const minuteSeconds = seconds(reading.minuteEndsInMs)
  const monthSeconds = seconds(endsAt.getTime() - now.getTime())
  const monthWindow = (endsAt.getTime() - startsAt.getTime()) / 1000
  return {
    "ratelimit-policy": `"minute";q=${perMinute};w=${windowMs / 1000}, "month";q=${perMonth};w=${monthWindow}`,
    ratelimit: `"minute";r=${minuteLeft};t=${minuteSeconds}, "month";r=${monthLeft};t=${monthSeconds}`,
    "x-ratelimit-limit": String(perMinute),
    "x-ratelimit-remaining": String(minuteLeft),
    // Seconds since 1970, rounded up: at that second there is room again.
    "x-ratelimit-reset": String(Math.ceil((now.getTime() + reading.minuteEndsInMs) / 1000)),
  }
}

/** 429, whose Retry-After never lies before the end of the window that refused; null where there is room. */
export function refusalBeyond({ reading, allowance }: Counted, now: Date): Refusal | null {
  const { refusedBy, minuteEndsInMs } = reading
  if (refusedBy === null) return null
  const isMonth = refusedBy === "month"
  const waitMs = isMonth ? monthOf(now).endsAt.getTime() - now.getTime() : minuteEndsInMs
  const detail = isMonth
    ? `The project has used the ${allowance.perMonth.toLocaleString("en")} requests of this month.`
    : `The project has used the ${allowance.perMinute} requests of this minute.`
  return new Refusal("rate_limited", `${detail} Wait as long as Retry-After says.`, {
    "retry-after": String(Math.max(1, seconds(waitMs))),
  })
}
