import type { IncomingMessage } from "node:http"

/** A weight of zero means not acceptable (RFC 9110, section 12.4.2). */
const gzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

export const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  gzip.test(headers["accept-encoding"] ?? "")

/**
 * Whether the client already has these bytes (RFC 9110, section 13.2.2: If-None-Match takes precedence). The package
 * `fresh` never says so to `fetch`, which sends `Cache-Control: no-cache` with conditional requests.
 */
export function isUnmodified(
  { headers }: IncomingMessage,
  { tag, changedAt }: { tag: string; changedAt?: Date },
): boolean {
  const tags = headers["if-none-match"]
  if (tags !== undefined) {
    return tags.trim() === "*" || tags.split(",").map(withoutMark).includes(withoutMark(tag))
  }
  const since = Date.parse(headers["if-modified-since"] ?? "")
  if (changedAt === undefined || Number.isNaN(since)) return false
  return Math.floor(changedAt.getTime() / 1000) * 1000 <= since
}

/** Strips the weak mark of a tag, which proxies add and remove. */
const withoutMark = (tag: string): string => tag.trim().replace(/^W\//, "")
