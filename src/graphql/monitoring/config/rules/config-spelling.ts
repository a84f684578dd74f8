import { canonicalInterval } from "./interval-words.ts"
import { readType } from "./type-words.ts"

/** Members for which an empty string is a value. */
const maybeEmpty = new Set(["name", "monitor_type", "description", "body"])

const spellings = new Map<string, (text: string) => string>([
  ["monitor_type", (text) => readType(text) ?? text],
  ["parent_monitor_type", (text) => readType(text) ?? text],
  ["monitoring_interval", canonicalInterval],
  ["dns_record_type", (text) => text.trim().toUpperCase()],
  ["method", (text) => text.trim().toUpperCase()],
])

/** Normalizes an entry and removes members without a value. Other values stay unchanged. */
export function canonical(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw
  return Object.fromEntries(
    Object.entries(raw).flatMap(([member, value]: [string, unknown]) => {
      if (value === null) return []
      if (typeof value !== "string") return [[member, value]]
      if (value.trim() === "" && !maybeEmpty.has(member)) return []
      return [[member, spellings.get(member)?.(value) ?? value]]
    }),
  )
}
