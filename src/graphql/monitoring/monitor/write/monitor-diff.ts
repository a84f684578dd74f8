import type { Monitor } from "../../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../../platform/postgres.ts"
import type { Columns } from "../rules/monitor-columns.ts"
import { printInterval } from "../rules/monitor-interval.ts"
import { settings } from "../rules/monitor-settings.ts"

/** Fields whose values the audit log contains; URLs' queries, headers and bodies may contain credentials. */

const plain = [
  "name",
  "description",
  "host",
  "port",
  "dnsRecordType",
  "timeoutSeconds",
  "failureThreshold",
  "recoveryThreshold",
  "flapWindowMinutes",
  "heartbeatIntervalMinutes",
  "heartbeatGraceMinutes",
] as const

/** Fields that change the target, after which earlier results no longer apply. */
const targets = ["url", "host", "port", "dnsRecordType", "headers", ...Object.keys(settings.shape)]

type Value = string | number | null
type Change = { from: Prisma.InputJsonValue | null; to: Prisma.InputJsonValue | null }

export function diffMonitor(before: Monitor, after: Columns): Record<string, Change> {
  const changes: Record<string, Change> = {}
  const note = (field: string, from: Value, to: Value | undefined) => {
    if (to !== undefined && from !== to) changes[field] = { from, to }
  }
  for (const field of plain) note(field, before[field], after[field])
  const { url, intervalSeconds, settings, sealedHeaders } = after
  if (url !== undefined && url !== before.url) {
    changes["url"] = { from: withoutQuery(before.url), to: withoutQuery(url) }
  }
  if (intervalSeconds !== undefined) {
    note("interval", printInterval(before.intervalSeconds), printInterval(intervalSeconds))
  }
  if (settings !== undefined) {
    const old = before.settings as Prisma.JsonObject
    for (const name of new Set([...Object.keys(old), ...Object.keys(settings)])) {
      if (JSON.stringify(old[name]) === JSON.stringify(settings[name])) continue
      changes[name] =
        name === "body" ? hidden : { from: old[name] ?? null, to: settings[name] ?? null }
    }
  }
  if (sealedHeaders !== undefined) changes["headers"] = hidden
  return changes
}

const hidden: Change = { from: "[hidden]", to: "[hidden]" }

export const isOtherTarget = (changes: Record<string, unknown>): boolean =>
  targets.some((field) => field in changes)

function withoutQuery(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return url
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search === "" ? "" : "?[hidden]"}`
}
