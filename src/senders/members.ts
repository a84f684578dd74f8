import type { EventLink } from "./sender-event.ts"

export type Members = Record<string, unknown>

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A member that is an object; empty for anything else. */
export const objectAt = (value: unknown, name: string): Members => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : {}
}

/** Text, or a number or truth value in words; null for anything else and for empty text. */
export function wordOf(value: unknown): string | null {
  const text =
    typeof value === "string"
      ? value.trim()
      : typeof value === "number" || typeof value === "boolean"
        ? String(value)
        : ""
  return text === "" ? null : text
}

export const textAt = (value: unknown, name: string): string | null =>
  isObject(value) ? wordOf(value[name]) : null

/** Text that identifies something, exactly as it was sent; null for anything else and for blank text. */
export function keyAt(value: unknown, name: string): string | null {
  const found = isObject(value) ? value[name] : undefined
  const text = typeof found === "number" ? String(found) : found
  return typeof text === "string" && text.trim() !== "" ? text : null
}

const mostLinks = 20
const longestUrl = 2048

/** Only web pages: what else a sender names as a link is evidence, not a link. */
export function linksOf(given: readonly { url: string | null; text: string | null }[]) {
  return given
    .flatMap(({ url, text }): EventLink[] => {
      if (url === null || url.length > longestUrl || !URL.canParse(url)) return []
      const { protocol, href } = new URL(url)
      return /^https?:$/.test(protocol) ? [{ url: href, text: text ?? href }] : []
    })
    .slice(0, mostLinks)
}

/** Of a list of objects; anything else is left out. */
export const listAt = (value: unknown, name: string): Members[] => {
  const found = isObject(value) ? value[name] : undefined
  return Array.isArray(found) ? found.filter(isObject) : []
}

const urgent = /^(?:critical|crit|error|fatal|emergency|alert|high|major|page|p1|p2|sev[01])$/i
const calm =
  /^(?:warning|warn|info|information|informational|notice|low|minor|debug|none|p3|p4|p5|sev[234])$/i

/** Severities as senders write them, in any case; null if none is known. */
export const urgencyOf = (severity: string | null): "high" | "low" | null =>
  severity === null ? null : urgent.test(severity) ? "high" : calm.test(severity) ? "low" : null

/** Values that are words, by name. */
export const labelsOf = (given: Members): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const word = wordOf(value)
      return word === null ? [] : [[name, word]]
    }),
  )

/** A copy without one member. */
export const without = (members: Members, name: string): Members =>
  Object.fromEntries(Object.entries(members).filter(([one]) => one !== name))
