import type { MonitorInput, MonitorWhole } from "../monitor/monitor-documents.ts"
import {
  defaultOf,
  hasField,
  isProbed,
  measuresOf,
  type Kind,
  type Measure,
} from "../monitor/monitor-kind.ts"

type AssertionOf = MonitorWhole["assertions"][number]
/** What is typed, as text; members of other kinds are ignored. */
export type AssertionDraft = { kind: AssertionOf["kind"]; level: AssertionOf["level"] } & {
  [K in "codes" | "name" | "comparison" | "value" | "pattern" | "path"]?: string
} & { matches?: "true" | "false"; maxMs?: string; minDays?: string }

/** The members of a condition on telemetry. */
const ofTelemetry = [
  "query",
  "measure",
  "metric",
  "instrument",
  "by",
  "comparison",
  "threshold",
  "minutes",
  "windows",
  "failing",
] as const

const texts = [
  "name",
  "description",
  "url",
  "host",
  "port",
  "dnsRecordType",
  "interval",
  "timeoutSeconds",
  "failureThreshold",
  "recoveryThreshold",
  "flapWindowMinutes",
  "heartbeatIntervalMinutes",
  "heartbeatGraceMinutes",
  "method",
  "headers",
  "body",
  "maxRedirects",
  "resolver",
  "expectedValues",
  "serverName",
  ...ofTelemetry,
  "parentId",
  "policyId",
] as const
export type TextName = (typeof texts)[number]

/** A monitor as it is typed into the form. Headers and expected values are one per line. */
export type MonitorDraft = Record<TextName, string> & {
  kind: Kind
  labelIds: readonly string[]
  assertions: readonly AssertionDraft[]
}
export type DraftName = keyof MonitorDraft

export const newDraft: MonitorDraft = {
  kind: "HTTP",
  name: "",
  description: "",
  url: "",
  host: "",
  port: "",
  dnsRecordType: "A",
  interval: defaultOf("interval"),
  timeoutSeconds: defaultOf("timeoutSeconds"),
  // The kind's default.
  failureThreshold: "",
  recoveryThreshold: defaultOf("recoveryThreshold"),
  flapWindowMinutes: defaultOf("flapWindowMinutes"),
  heartbeatIntervalMinutes: "60",
  heartbeatGraceMinutes: defaultOf("heartbeatGraceMinutes"),
  method: defaultOf("method"),
  headers: "",
  body: "",
  maxRedirects: defaultOf("maxRedirects"),
  resolver: "",
  expectedValues: "",
  serverName: "",
  query: "",
  measure: "",
  metric: "",
  instrument: "gauge",
  by: "",
  comparison: "ABOVE",
  threshold: "0",
  minutes: "5",
  windows: "1",
  failing: "1",
  parentId: "",
  policyId: "",
  labelIds: [],
  assertions: [],
}

/** The settings of a monitor as the form shows them. */
export function draftOf(monitor: MonitorWhole): MonitorDraft {
  const given: Record<string, unknown> = { ...monitor, ...monitor.telemetry }
  const plain = texts.flatMap((name) => {
    const value = given[name]
    return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : []
  })
  return {
    ...newDraft,
    ...(Object.fromEntries(plain) as Partial<MonitorDraft>),
    kind: monitor.kind,
    headers: monitor.headers.map(({ name, value }) => `${name}: ${value}`).join("\n"),
    expectedValues: monitor.expectedValues.join("\n"),
    parentId: monitor.parent?.id ?? "",
    policyId: monitor.onCallPolicy?.id ?? "",
    labelIds: monitor.labels.map(({ id }) => id),
    assertions: monitor.assertions.map(assertionOf),
  }
}

const assertionOf = (given: AssertionOf): AssertionDraft =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  ) as AssertionDraft

const numbers = new Set<string>([
  "port",
  "timeoutSeconds",
  "failureThreshold",
  "recoveryThreshold",
  "flapWindowMinutes",
  "heartbeatIntervalMinutes",
  "heartbeatGraceMinutes",
  "maxRedirects",
])
/** An empty text is a value of these fields; for all others it means the default. */
const mayBeEmpty = new Set<string>(["name", "description", "body", "url", "host"])
const ofProbed = new Set<string>([
  "interval",
  "timeoutSeconds",
  "recoveryThreshold",
  "flapWindowMinutes",
])
const ofAll = new Set<string>(["name", "description", "failureThreshold", "parentId", "labelIds"])

const isField = (kind: Kind, name: string): boolean =>
  ofAll.has(name) ||
  (ofProbed.has(name) ? isProbed(kind) : hasField(kind, name as keyof MonitorInput))

/** The draft as input of the schema, which the server validates; `only` restricts it to these fields. */
export function inputOf(draft: MonitorDraft, only?: ReadonlySet<string>): MonitorInput {
  const given = Object.entries(draft).filter(
    ([name]) => isField(draft.kind, name) && (only === undefined || only.has(name)),
  )
  const input = Object.fromEntries(
    given.map(([name]) => [name, valueOf(draft, name as DraftName)]),
  ) as MonitorInput
  const isGiven = only === undefined || ofTelemetry.some((name) => only.has(name))
  if (!hasField(draft.kind, "telemetry") || !isGiven) return input
  return { ...input, telemetry: conditionOf(draft) }
}

/** What the kind can measure; the first of it while nothing, or a measure of another kind, is chosen. */
export function measureOf({ kind, measure }: MonitorDraft): Measure {
  const measures = measuresOf(kind)
  return measures.find((one) => one === measure) ?? measures[0] ?? "RECORDS"
}

function conditionOf(draft: MonitorDraft): NonNullable<MonitorInput["telemetry"]> {
  const isMetric = measuresOf(draft.kind).includes("POINTS")
  return {
    query: draft.query.trim(),
    measure: measureOf(draft),
    metric: isMetric ? draft.metric.trim() || null : null,
    instrument: isMetric ? draft.instrument : null,
    by: draft.by.trim() || null,
    comparison: draft.comparison === "BELOW" ? "BELOW" : "ABOVE",
    threshold: numberOf(draft.threshold) ?? 0,
    minutes: numberOf(draft.minutes),
    windows: numberOf(draft.windows),
    failing: numberOf(draft.failing),
  }
}

function valueOf(draft: MonitorDraft, name: DraftName): unknown {
  if (name === "assertions") return draft.assertions.map(readAssertion)
  if (name === "headers") return readHeaders(draft.headers)
  if (name === "expectedValues") return linesOf(draft.expectedValues)
  const value = draft[name]
  if (typeof value !== "string") return value
  const text = value.trim()
  if (numbers.has(name)) return numberOf(text)
  return text === "" && !mayBeEmpty.has(name) ? null : text
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** A line without a colon becomes a name without a value, which the server refuses with its position. */
const readHeaders = (text: string) =>
  linesOf(text).map((line) => {
    const [name = "", value = ""] = line.split(/:(.*)/s)
    return { name: name.trim(), value: value.trim() }
  })

const numberOf = (text: string) => (text.trim() === "" ? null : Number(text))

function readAssertion({ matches, maxMs, minDays, ...rest }: AssertionDraft) {
  return {
    ...rest,
    ...(matches === undefined ? {} : { matches: matches === "true" }),
    ...(maxMs === undefined ? {} : { maxMs: numberOf(maxMs) }),
    ...(minDays === undefined ? {} : { minDays: numberOf(minDays) }),
  }
}
