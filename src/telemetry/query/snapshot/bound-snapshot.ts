import type { LogRecord } from "../logs/log-record.ts"
import type { ComparedSpan } from "../traces/compare-traces.ts"
import type { ShapedSpan } from "../traces/shape-trace.ts"
import type { Snapshot } from "./snapshot.ts"

const mostBytes = 512 * 1024
const mostSpans = 300
const mostLogs = 100
const mostEvents = 5
const mostAttributes = 32
const mostValue = 300
const mostText = 2000

const keptOfResource = new Set([
  "service.name",
  "service.version",
  "service.instance.id",
  "deployment.environment.name",
  "deployment.environment",
  "host.name",
  "k8s.pod.name",
])

type Texts = Record<string, string>

const clipAll = (values: Texts, most = mostValue): Texts =>
  Object.fromEntries(
    Object.entries(values)
      .slice(0, mostAttributes)
      .map(([name, value]) => [name.slice(0, mostValue), value.slice(0, most)]),
  )

const ofResource = (values: Texts): Texts =>
  clipAll(Object.fromEntries(Object.entries(values).filter(([name]) => keptOfResource.has(name))))

const clipSpan = (span: ShapedSpan | null): ShapedSpan | null =>
  span && {
    ...span,
    statusMessage: span.statusMessage.slice(0, mostText),
    attributes: clipAll(span.attributes),
    resource: ofResource(span.resource),
    events: span.events
      .slice(0, mostEvents)
      .map((event) => ({ ...event, attributes: clipAll(event.attributes, mostText) })),
    links: [],
  }

const clipLog = (record: LogRecord): LogRecord => ({
  ...record,
  body: record.body.slice(0, mostText),
  attributes: clipAll(record.attributes),
  resource: ofResource(record.resource),
})

/** The first spans, and the cause wherever it is. */
const firstSpans = (spans: ComparedSpan[], most: number): ComparedSpan[] =>
  spans.filter(({ isCause }, at) => at < most || isCause)

/** Cuts what would make the row of an incident large; spans and logs are halved until it fits. */
export function boundSnapshot(given: Snapshot): Snapshot {
  const cut = (spans: number, logs: number): Snapshot => ({
    ...given,
    spans: firstSpans(given.spans, spans).map((one) => ({
      ...one,
      first: clipSpan(one.first),
      second: clipSpan(one.second),
    })),
    logs: given.logs.slice(0, logs).map(clipLog),
    isCut: given.isCut || given.spans.length > spans || given.logs.length > logs,
  })
  let [spans, logs] = [mostSpans, mostLogs]
  let bounded = cut(spans, logs)
  while (spans > 1 && Buffer.byteLength(JSON.stringify(bounded)) > mostBytes) {
    spans = Math.floor(spans / 2)
    logs = Math.floor(logs / 2)
    bounded = cut(spans, logs)
  }
  return bounded
}
