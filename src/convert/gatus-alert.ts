import type { Item } from "./item.ts"
import { flag, number, readMembers, text } from "./read-members.ts"
import { inside, isMembers, topObjects, type Source } from "./source.ts"

/** How many failures trigger an alert, and how many successes resolve it. */

const shape = {
  type: text,
  enabled: flag,
  "failure-threshold": number,
  "success-threshold": number,
}
type Alert = {
  enabled?: boolean | undefined
  "failure-threshold"?: number | undefined
  "success-threshold"?: number | undefined
}

const usualFailures = 3
const usualSuccesses = 2

/** Default alert settings per provider. */
export type AlertDefaults = ReadonlyMap<string, Alert>

export function alertDefaults(source: Source): AlertDefaults {
  const alerting = topObjects(source).map(({ value }) => value["alerting"])
  const kinds = alerting.flatMap((held) => (isMembers(held) ? Object.entries(held) : []))
  // An invalid default is noted only by endpoints that rely on it; they then use Gatus' built-in values.
  const silent = { lossy: () => undefined }
  return new Map(
    kinds.map(([kind, settings]) => [
      kind,
      readMembers(shape, inside(settings, "default-alert"), silent),
    ]),
  )
}

/** Uses the alert that would trigger first and the one that would resolve first. */
export function thresholds(
  alerts: unknown[] | undefined,
  defaults: AlertDefaults,
  item: Item,
): { failureThreshold?: number; recoveryThreshold?: number } {
  if (alerts === undefined || alerts.length === 0) return {}
  const each = alerts.map((alert, at) => {
    const { type = "", ...own } = readMembers(shape, alert, item, ["alerts", String(at)])
    const usual = defaults.get(type) ?? {}
    return {
      isEnabled: own.enabled ?? usual.enabled ?? true,
      failures: own["failure-threshold"] ?? usual["failure-threshold"] ?? usualFailures,
      successes: own["success-threshold"] ?? usual["success-threshold"] ?? usualSuccesses,
    }
  })
  const enabled = each.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0) {
    item.lossy("Its alerts are disabled in the export: mute it after the import", "alerts")
  }
  const counted = enabled.length === 0 ? each : enabled
  const least = (amounts: number[], what: string): number => {
    const first = amounts.reduce((low, one) => Math.min(low, one))
    if (amounts.some((one) => one !== first)) {
      item.lossy(
        `Its alerts wait for different numbers of ${what}; the smallest, ${first}, was used`,
        "alerts",
      )
    }
    return first
  }
  return {
    failureThreshold: least(
      counted.map(({ failures }) => failures),
      "failures",
    ),
    recoveryThreshold: least(
      counted.map(({ successes }) => successes),
      "successes",
    ),
  }
}
