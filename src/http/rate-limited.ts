import { Refusal } from "./refusal.ts"

/** Value of Retry-After: whole seconds, at least one. */
export const retryAfter = (waitMs: number): string => String(Math.max(1, Math.ceil(waitMs / 1000)))

/** @throws {Refusal} rate_limited if there is anything to wait for. */
export function refuseUntil(waitMs: number, detail: string): void {
  if (waitMs > 0) throw new Refusal("rate_limited", detail, { "retry-after": retryAfter(waitMs) })
}
