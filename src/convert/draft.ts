import { fitInterval, fitMinutes, fitThreshold, fitTimeout, type Fitted } from "./durations.ts"
import { assertionFault } from "./assertion.ts"
import type { Assertion, Entry } from "./conversion.ts"
import { drop, isDropped, needs, type Dropped, type Item } from "./item.ts"
import { requestMembers, type Request } from "./request.ts"
import { targetMembers, type Target } from "./target.ts"
import { clip, oneLine, quoted, storable, withoutSecrets } from "./convert-messages.ts"

/** A monitor with the export's own units. Undefined members are not in the export. */
export type Draft = Target & {
  /** Appended to the name if one monitor becomes several. */
  suffix?: string
  description?: string | undefined
  /** Null if there is none, which is already noted. */
  intervalSeconds?: number | null | undefined
  timeoutSeconds?: number | undefined
  failureThreshold?: number | undefined
  recoveryThreshold?: number | undefined
  labels?: string[] | undefined
  isPaused?: boolean | undefined
  request?: Request
  /** dns: the name server to ask instead of the system's. */
  resolver?: string | undefined
  /** dns: values that must be among the answers. */
  expectedValues?: string[] | undefined
  /** Assertions besides those of the request. */
  assertions?: Assertion[] | undefined
}

const mostName = 200
const mostDescription = 5000
const mostLabels = 50

/** Builds the entry of a draft; adds a note for every adjustment. */
export function makeEntry(draft: Draft, item: Item): Entry | Dropped {
  const name = readName(draft, item)
  if (name === "") return drop("it has no name, which monitors need")
  const open = item.unfilled(...placesOf(draft))
  if (open.length > 0) return drop(needs(open))
  const target = targetMembers(draft, item)
  if (isDropped(target)) return target
  if (draft.request?.codes?.size === 0) {
    return drop("its status conditions contradict each other: no code meets all of them")
  }
  const isHeartbeat = draft.type === "heartbeat"
  const { assertions = [], ...request } =
    draft.type === "http" && draft.request ? requestMembers(draft.request, item) : {}
  const conditions = fitting([...assertions, ...(draft.assertions ?? [])], draft, item)
  return {
    name,
    monitor_type: draft.type,
    ...descriptionOf(draft, item),
    ...target,
    ...(isHeartbeat ? rhythm(draft, item) : interval(draft, item)),
    ...labelsOf(draft, item),
    ...request,
    ...(conditions.length > 0 && { assertions: conditions }),
    ...(draft.isPaused === true && { paused: true as const }),
  }
}

const placesOf = (draft: Draft): (string | undefined)[] => [
  "url" in draft ? draft.url : undefined,
  "host" in draft ? draft.host : undefined,
  draft.resolver,
]

const mostAssertions = 20

/** Assertions that an import accepts; each of the others gets a note. */
function fitting(given: Assertion[], { type }: Draft, item: Item): Assertion[] {
  const taken = given.filter((one) => {
    const open = item.unfilled(...Object.values(one).filter((held) => typeof held === "string"))
    const fault = open.length > 0 ? needs(open) : assertionFault(one, type)
    if (fault !== null) item.lossy(`A condition (${wordsOf(one)}) was not imported: ${fault}`)
    return fault === null
  })
  const [kept, others] = [taken.slice(0, mostAssertions), taken.slice(mostAssertions)]
  if (others.length > 0) {
    item.lossy(
      `${others.length} of its conditions were not imported: a monitor can have at most ${mostAssertions} (${others.map(wordsOf).join("; ")})`,
    )
  }
  return kept
}

function wordsOf(one: Assertion): string {
  switch (one.kind) {
    case "status":
      return `status ${one.codes}`
    case "header":
      return `header ${one.name} ${one.comparison}`
    case "body":
      return `body ${one.comparison} ${quoted(clip(withoutSecrets(one.value), 60))}`
    case "regex":
      return `body ${one.matches ? "matches" : "does not match"} ${quoted(clip(withoutSecrets(one.pattern), 60))}`
    case "json_path":
      return `JSON path ${quoted(clip(withoutSecrets(one.path), 60))}`
    case "response_time":
      return `response time of at most ${one.max_ms} ms`
    case "certificate_days":
      return `certificate valid for ${one.min_days} days`
  }
}

function readName({ suffix = "" }: Draft, item: Item): string {
  // Before truncation, because half of a URL no longer shows that it contains a password.
  const bare = withoutSecrets(item.name)
  const line = oneLine(bare)
  if (bare !== item.name)
    item.lossy("Its name contains what looks like a secret, which was removed")
  else if (line !== item.name.trim())
    item.lossy("Characters that names cannot contain were removed from its name")
  if (line === "") return ""
  const whole = clip(line, mostName - suffix.length)
  if (whole !== line) item.lossy(`Its name is longer than ${mostName} characters and was truncated`)
  return whole + suffix
}

function descriptionOf({ description = "" }: Draft, item: Item): { description?: string } {
  const whole = storable(clip(withoutSecrets(description.trim()), mostDescription))
  if (whole === "") return {}
  if (description.trim().length > mostDescription) {
    item.lossy(`Its description is longer than 5,000 characters and was truncated`)
  }
  return { description: whole }
}

/** Interval and thresholds. */
function interval(draft: Draft, item: Item): Partial<Entry> {
  const noted = <T>(what: string, { value, note }: Fitted<T>): T => {
    if (note !== null) item.lossy(`${what} ${note}`)
    return value
  }
  const { intervalSeconds, timeoutSeconds, failureThreshold, recoveryThreshold } = draft
  if (intervalSeconds === undefined) {
    item.lossy("The export does not contain its interval; it is checked every minute")
  }
  return {
    ...(typeof intervalSeconds === "number" && {
      monitoring_interval: noted("Its interval", fitInterval(intervalSeconds)),
    }),
    ...(timeoutSeconds !== undefined && {
      request_timeout_seconds: noted("Its timeout", fitTimeout(timeoutSeconds)),
    }),
    ...(failureThreshold !== undefined && {
      failure_threshold: noted("Its failure threshold", fitThreshold(failureThreshold)),
    }),
    ...(recoveryThreshold !== undefined &&
      recoveryThreshold > 1 && {
        recovery_threshold: noted("Its recovery threshold", fitThreshold(recoveryThreshold)),
      }),
    ...(draft.type === "dns" && draft.resolver !== undefined && { resolver: draft.resolver }),
    ...(draft.type === "dns" && expectedOf(draft, item)),
  }
}

function expectedOf({ expectedValues = [] }: Draft, item: Item): { expected_values?: string[] } {
  const fitting = expectedValues.filter(
    (one) => oneLine(one) === one && one.length <= 1000 && item.unfilled(one).length === 0,
  )
  const kept = [...new Set(fitting)].filter((one) => one !== "").slice(0, 50)
  const lost = new Set(expectedValues).size - kept.length
  if (lost > 0) item.lossy(`${lost} of its expected values were not imported: add them by hand`)
  return kept.length === 0 ? {} : { expected_values: kept }
}

function rhythm(draft: Draft & { type: "heartbeat" }, item: Item): Partial<Entry> {
  const interval = fitMinutes(draft.periodSeconds, 1)
  const grace = draft.graceSeconds === undefined ? null : fitMinutes(draft.graceSeconds, 0)
  if (interval.note !== null) item.lossy(`Its period ${interval.note}`)
  if (grace !== null && grace.note !== null) item.lossy(`Its grace period ${grace.note}`)
  item.lossy("The import creates a new ping URL: update the job to call it")
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
      `${lost} of its labels were not imported: a monitor can have at most 50, of up to 200 characters each`,
    )
  }
  return kept.length === 0 ? {} : { labels: kept }
}
