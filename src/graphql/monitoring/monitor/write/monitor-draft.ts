import { z } from "zod"
import type { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import { queryFault } from "../../../../telemetry/query/condition/query-fault.ts"
import { DomainError, type Issue } from "../../../kernel/errors.ts"
import { parse } from "../../../kernel/input.ts"
import { fields } from "./monitor-fields.ts"
import type { KindField } from "../rules/kinds/kind.ts"
import { fieldsOf, hasField, kinds } from "../rules/monitor-kinds.ts"
import { faultsOf, type Measure, type TelemetryCondition } from "../rules/telemetry-condition.ts"

const shape = z
  .strictObject(fields, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `must not have ${issue.keys.join(", ")}, which is not a field of monitors`
        : "must be an object",
  })
  .partial()

/** Input of a monitor: undefined leaves a field unchanged, null restores its default. */
export type MonitorInput = { [K in keyof typeof fields]?: z.input<(typeof fields)[K]> | null }
export type Values = z.output<typeof shape>
type Field = keyof Values

export type Draft = { values: Values; cleared: ReadonlySet<string> }
export type NewDraft = Draft & { values: { name: string } }

const kindFields: ReadonlySet<string> = new Set(
  Object.values(kinds).flatMap((kind) => [...kind.required, ...kind.optional]),
)
/** Required for every kind. */
const alwaysRequired = ["name"] as const

/** @throws {DomainError} validation_failed naming every field that breaks its rule. */
export function readDraft(kind: MonitorKind, given: MonitorInput, isNew: true): NewDraft
export function readDraft(kind: MonitorKind, given: MonitorInput, isNew: false): Draft
export function readDraft(kind: MonitorKind, given: MonitorInput, isNew: boolean): Draft {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  const cleared = new Set(entries.flatMap(([key, value]) => (value === null ? [key] : [])))
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null))
  const values = parse(shape, set)
  const issues = [
    ...missing(kind, values, cleared, isNew),
    ...misplaced(kind, values),
    ...unjudgeable(kind, values),
    ...unmeasurable(kind, values),
    ...doubled(values),
  ]
  const [first] = issues
  if (first !== undefined) {
    const text = `The input is not valid: ${first.pointer} ${first.detail}`
    throw new DomainError("validation_failed", text, issues)
  }
  return { values, cleared }
}

function missing(
  kind: MonitorKind,
  values: Values,
  cleared: ReadonlySet<string>,
  isNew: boolean,
): Issue[] {
  const required: readonly Field[] = [...alwaysRequired, ...kinds[kind].required]
  return required
    .filter((field) => values[field] === undefined && (isNew || cleared.has(field)))
    .map((field) => ({ pointer: `#/${field}`, detail: `is required for ${kind} monitors` }))
}

function misplaced(kind: MonitorKind, values: Values): Issue[] {
  const given = Object.keys(values) as Field[]
  return given
    .filter((field): field is KindField => kindFields.has(field))
    .filter((field) => !hasField(kind, field))
    .map((field) => ({
      pointer: `#/${field}`,
      detail: `is not a field of ${kind} monitors; they have ${fieldsOf(kind)}`,
    }))
}

function unjudgeable(kind: MonitorKind, { assertions = [] }: Values): Issue[] {
  if (!hasField(kind, "assertions")) return []
  const known = kinds[kind].assertions
  return assertions.flatMap((one, at) =>
    known.includes(one.kind)
      ? []
      : [
          {
            pointer: `#/assertions/${at}/kind`,
            detail: `must be one of ${known.join(", ")} for ${kind} monitors`,
          },
        ],
  )
}

function unmeasurable(kind: MonitorKind, { telemetry }: Values): Issue[] {
  const { measures } = kinds[kind]
  if (telemetry === undefined || measures === undefined) return []
  return issuesOfCondition(telemetry, measures, "#/telemetry")
}

/** What is wrong with a condition whose members are valid each by itself. `allowed` are the measures of its kind. */
export function issuesOfCondition(
  condition: TelemetryCondition,
  allowed: readonly Measure[],
  pointer: string,
): Issue[] {
  const issues = faultsOf(condition, allowed).map(({ member, detail }) => ({
    pointer: `${pointer}/${member}`,
    detail,
  }))
  const fault = queryFault(condition)
  return fault === null ? issues : [...issues, { pointer: `${pointer}/query`, detail: fault }]
}

function doubled({ labels, labelIds }: Values): Issue[] {
  if (labels === undefined || labelIds === undefined) return []
  return [{ pointer: "#/labelIds", detail: "must not be combined with labels" }]
}
