import { fitInterval, fitMinutes, fitThreshold, fitTimeout } from "./amounts.ts"
import type { Fitted } from "./amounts.ts"
import type { Entry } from "./conversion.ts"
import type { Dropped, Item } from "./item.ts"
import { drop, isDropped } from "./item.ts"
import type { Request } from "./request.ts"
import { requestMembers } from "./request.ts"
import type { Target } from "./target.ts"
import { targetMembers } from "./target.ts"
import { clip, oneLine, storable, withoutSecrets } from "./words.ts"

/** A monitor in the export's own amounts. Undefined is what the export does not tell. */
export type Draft = Target & {
  /** Follows the name where one monitor becomes several. */
  suffix?: string
  description?: string | undefined
  /** Null where it was told elsewhere that there is none. */
  intervalSeconds?: number | null | undefined
  timeoutSeconds?: number | undefined
  failureThreshold?: number | undefined
  recoveryThreshold?: number | undefined
  labels?: string[] | undefined
  isPaused?: boolean | undefined
  request?: Request
  /** dns: the server that is asked instead of the system's. */
  resolver?: string | undefined
}

const mostName = 200
const mostDescription = 5000
const mostLabels = 50

/** The entry of a draft; whatever had to give way is told of the item. */
export function makeEntry(draft: Draft, item: Item): Entry | Dropped {
  const name = readName(draft, item)
  if (name === "") return drop("it has no name, and a monitor needs one")
  const target = targetMembers(draft, item)
  if (isDropped(target)) return target
  if (draft.isPaused === true) {
    item.lossy("It is paused there; an import starts it, so pause it afterwards")
  }
  const isHeartbeat = draft.type === "heartbeat"
  return {
    name,
    monitor_type: draft.type,
    ...descriptionOf(draft, item),
    ...target,
    ...(isHeartbeat ? rhythm(draft, item) : pace(draft, item)),
    ...labelsOf(draft, item),
    ...(draft.type === "http" && draft.request ? requestMembers(draft.request, item) : {}),
  }
}

function readName({ suffix = "" }: Draft, item: Item): string {
  // Before anything is cut: half of an address no longer shows that a password stands in it.
  const bare = withoutSecrets(item.name)
  const line = oneLine(bare)
  if (bare !== item.name)
    item.lossy("Its name carries what is or looks like a secret, which was left out")
  else if (line !== item.name.trim())
    item.lossy("Signs that a name cannot hold were taken out of its name")
  if (line === "") return ""
  const whole = clip(line, mostName - suffix.length)
  if (whole !== line) item.lossy(`Its name is longer than ${mostName} characters and was cut`)
  return whole + suffix
}

function descriptionOf({ description = "" }: Draft, item: Item): { description?: string } {
  const whole = storable(clip(withoutSecrets(description.trim()), mostDescription))
  if (whole === "") return {}
  if (description.trim().length > mostDescription) {
    item.lossy(`Its description is longer than 5,000 characters and was cut`)
  }
  return { description: whole }
}

/** When it is looked at, and how often that must fail. */
function pace(draft: Draft, item: Item): Partial<Entry> {
  const told = <T>(what: string, { value, note }: Fitted<T>): T => {
    if (note !== null) item.lossy(`${what} ${note}`)
    return value
  }
  const { intervalSeconds, timeoutSeconds, failureThreshold, recoveryThreshold } = draft
  if (intervalSeconds === undefined) {
    item.lossy("The export does not tell its interval; it is checked every minute here")
  }
  return {
    ...(typeof intervalSeconds === "number" && {
      monitoring_interval: told("Its interval", fitInterval(intervalSeconds)),
    }),
    ...(timeoutSeconds !== undefined && {
      request_timeout_seconds: told("Its timeout", fitTimeout(timeoutSeconds)),
    }),
    ...(failureThreshold !== undefined && {
      failure_threshold: told("Its failure threshold", fitThreshold(failureThreshold)),
    }),
    ...(recoveryThreshold !== undefined &&
      recoveryThreshold > 1 && {
        recovery_threshold: told("Its recovery threshold", fitThreshold(recoveryThreshold)),
      }),
    ...(draft.type === "dns" && draft.resolver !== undefined && { resolver: draft.resolver }),
  }
}

function rhythm(draft: Draft & { type: "heartbeat" }, item: Item): Partial<Entry> {
  const interval = fitMinutes(draft.periodSeconds, 1)
  const grace = draft.graceSeconds === undefined ? null : fitMinutes(draft.graceSeconds, 0)
  if (interval.note !== null) item.lossy(`Its period ${interval.note}`)
  if (grace !== null && grace.note !== null) item.lossy(`Its grace ${grace.note}`)
  item.lossy("An import makes a new heartbeat address: let the job call that one")
  return {
    heartbeat_interval_minutes: interval.value,
    ...(grace === null ? {} : { heartbeat_grace_minutes: grace.value }),
  }
}

function labelsOf({ labels = [] }: Draft, item: Item): { labels?: string[] } {
  const named = labels
    .map((label) => oneLine(withoutSecrets(label)))
    .filter((label) => label !== "")
  const fitting = [...new Set(named)].filter((label) => label.length <= mostName)
  const kept = fitting.slice(0, mostLabels)
  const lost = new Set(named).size - kept.length
  if (lost > 0) {
    item.lossy(
      `${lost} of its labels were left out: a monitor has at most 50, of 200 characters each`,
    )
  }
  return kept.length === 0 ? {} : { labels: kept }
}
