import records from "../../../schema/monitor-kinds.json"
import type { AssertionKind, MonitorInput, MonitorWhole } from "./monitor-documents.ts"
import type { MonitorRow } from "./monitor-row-documents.ts"

export type Kind = MonitorRow["kind"]

export type Measure = NonNullable<MonitorWhole["telemetry"]>["measure"]

export const kinds = (Object.keys(records) as Lowercase<Kind>[]).map(
  (kind) => kind.toUpperCase() as Kind,
)

const recordOf = (kind: Kind) => records[kind.toLowerCase() as Lowercase<Kind>]

export const kindWord = (kind: Kind): string => recordOf(kind).title
export const kindHint = (kind: Kind): string => recordOf(kind).hint
export const exampleOf = (kind: Kind) => recordOf(kind).example
export const defaultsOf = (kind: Kind) => recordOf(kind).defaults

/** The default of the first kind that has one. */
export const defaultOf = (field: keyof ReturnType<typeof defaultsOf>): string =>
  String(kinds.map((kind) => defaultsOf(kind)[field]).find((value) => value !== null))

/** Whether a prober checks it; otherwise it waits for pings. */
export const isProbed = (kind: Kind): boolean => recordOf(kind).checkedBy === "prober"

export const hasField = (kind: Kind, field: keyof MonitorInput): boolean => {
  const { required, optional }: { required: string[]; optional: string[] } = recordOf(kind)
  return required.includes(field) || optional.includes(field)
}

/** What a monitor of this kind can measure; empty for kinds that do not read telemetry. */
export const measuresOf = (kind: Kind): readonly Measure[] => {
  const { measures }: { measures: string[] } = recordOf(kind)
  return measures.map((one) => one.toUpperCase() as Measure)
}

/** Whether the duration of a check is the target's response time: not of pings, nor of queries of telemetry. */
export const hasResponseTime = (kind: Kind): boolean =>
  isProbed(kind) && measuresOf(kind).length === 0

export const canAssert = (kind: Kind, assertion: AssertionKind): boolean => {
  const { assertions }: { assertions: string[] } = recordOf(kind)
  return assertions.includes(assertion.toLowerCase())
}
