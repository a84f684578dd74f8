import { z } from "zod"
import { codes } from "./codes.ts"
import { telemetryMarks, type Nested } from "./parameters.ts"

type Code = keyof typeof codes
/** Why something happened, as data: a code and its parameters. */
export type Finding = {
  [C in Code]: { code: C; parameters: z.output<(typeof codes)[C]> }
}[Code]

export const asWritten = (text: string) =>
  ({ code: "as_written", parameters: { text } }) satisfies Finding

/** By the small type that all schemas share: the union of their own types is slow to check. */
const schemas: Readonly<Record<string, z.core.$ZodType>> = codes

/** A code or parameters that only a newer version knows must not fail their reader. */
export function readFinding({ code, parameters }: Nested[number]): Finding {
  const schema = Object.hasOwn(schemas, code) ? schemas[code] : undefined
  const read = schema && z.safeParse(schema, parameters)
  return read?.success
    ? // The schema was chosen by the code, which the type of a union cannot say.
      ({ code, parameters: read.data } as Finding)
    : { code: "unknown_code", parameters: { code } }
}

const storedOne = z.object({ code: z.string(), parameters: z.looseObject({}) })
const stored = z.array(storedOne)

/** One finding as stored, or the English words of one from before. */
export const storedFinding = z.union([
  storedOne.transform(readFinding),
  z.string().transform(asWritten),
])

/** Findings as stored, or the English sentence of a row from before. */
export const readFindings = (json: unknown, text: string | null = null): Finding[] =>
  json === null || json === undefined
    ? text
      ? [asWritten(text)]
      : []
    : stored.parse(json).map(readFinding)

/**
 * Why the last try failed, of a row that older versions write as well: they see the failure by a text of '', and clear
 * or replace that text alone.
 */
export const readLast = (row: { lastFindings: unknown; lastError: string | null }): Finding[] =>
  readFindings(row.lastError === "" ? row.lastFindings : null, row.lastError)

type Explained = { findings?: unknown; reason?: string | null | undefined }

/** A row that was read, with its findings; `reason` is the English sentence of one from before. */
export const withFindings = <T extends Explained>({
  findings,
  reason = null,
  ...rest
}: T): Omit<T, keyof Explained> & { findings: Finding[] } => ({
  ...rest,
  findings: readFindings(findings, reason),
})

/** One finding as stored, or the English sentence of a row from before. */
export const readOne = (json: unknown, text: string): Finding =>
  json === null || json === undefined ? asWritten(text) : readFinding(storedOne.parse(json))

/** JSON to store, free of what PostgreSQL rejects and a target may send: NUL and halves of characters. */
export function storableJson(value: object): string {
  const json = JSON.stringify(value)
  if (!unstorable.test(json)) return json
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "string" ? one.replaceAll("\0", "\uFFFD").toWellFormed() : one,
  )
}

/** JSON writes both as escapes. Words that look like one are left as they are. */
const unstorable = /\\u(?:0000|d[89a-f])/

/** The same findings, free of the same. */
export const storable = (findings: Finding[]): Finding[] =>
  isStorable(findings) ? findings : readFindings(JSON.parse(storableJson(findings)))

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0")
  return typeof value !== "object" || value === null || Object.values(value).every(isStorable)
}

/** The findings as JSON to store where everybody may read them; null without any. */
export const writeFindings = (findings: readonly Finding[]): string | null =>
  findings.length === 0 ? null : storableJson(withoutTelemetry(findings))

/** By code, the parameters with values that came from telemetry. */
const marked = new Map(
  Object.entries(schemas).map(([code, schema]) => {
    const members = schema instanceof z.ZodObject ? Object.entries(schema.shape) : []
    return [code, members.flatMap(([name, one]) => (telemetryMarks.has(one) ? [name] : []))]
  }),
)

/** Most values are no list, and a failed parse is slow. */
const isNested = (value: unknown): value is Nested =>
  Array.isArray(value) && stored.safeParse(value).success

function hide({ code, parameters }: Nested[number]): Nested[number] {
  if (!marked.get(code)?.length && !Object.values(parameters).some(Array.isArray)) {
    return { code, parameters }
  }
  const members = Object.entries(parameters).map(([name, value]: [string, unknown]) => [
    name,
    marked.get(code)?.includes(name) ? null : isNested(value) ? value.map(hide) : value,
  ])
  return { code, parameters: Object.fromEntries(members) as object }
}

/** What everybody may read of the findings: null for values that came from telemetry, in nested findings as well. */
export const withoutTelemetry = (findings: readonly Finding[]): Finding[] =>
  // Marked parameters are nullable, so the findings keep their type.
  findings.map((one) => hide(one) as Finding)
