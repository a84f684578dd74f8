/** Seconds from now, from a number or an HTTP date (RFC 9110, 10.2.3); null if it is neither. */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? ""
  if (/^\d+$/.test(text)) return Number(text)
  // Only HTTP dates, whose three formats all start with the day of the week.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000)
}
