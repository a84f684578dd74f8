import { clip, withoutSecrets } from "../convert/convert-messages.ts"
import { inertLine } from "../platform/shown-text.ts"
import type { Change } from "../graphql/monitoring/config/rules/compare-config.ts"
import { kinds } from "../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import {
  subjectOf,
  type Add,
  type Plan,
  type Step,
} from "../graphql/monitoring/config/config-steps.ts"
import { targetWords } from "./monitor-fields.ts"
import { paint, table } from "./output.ts"
import { widthOf } from "./text-width.ts"

/** Formats a plan for people and scripts; both hide possible credentials. */

export const isEmpty = ({ steps }: Plan): boolean =>
  steps.every(({ action }) => action === "keep" || action === "ignore")

const of = ({ steps }: Plan, action: Step["action"]): Step[] =>
  steps.filter((step) => step.action === action)

export function planFields(plan: Plan, projectId: string) {
  const named = (action: Step["action"]) =>
    of(plan, action).map((step) => {
      const { name, kind } = subjectOf(step)
      return {
        name,
        monitor_type: kind,
        monitor_id: step.action === "add" ? null : step.monitor.id,
        changes: step.action === "change" ? step.changes.map(changeFields) : [],
      }
    })
  return {
    project_id: projectId,
    has_changes: !isEmpty(plan),
    add: named("add"),
    change: named("change"),
    remove: named("remove"),
    keep: named("keep"),
    ignore: named("ignore"),
    unmatched_labels: plan.unmatchedLabels,
  }
}

const changeFields = ({ member, from, to, isSecret }: Change) => {
  const shown = (value: unknown) =>
    isSecret ? hidden(value) : member === "url" ? bare(value) : value
  return { member, from: shown(from), to: shown(to) }
}

/** Shows only that a secret exists. */
const hidden = (value: unknown) => (value === null ? null : value === "" ? "[empty]" : "[hidden]")

/** The query of a URL may contain a secret. */
const bare = (value: unknown) => (typeof value === "string" ? withoutSecrets(value) : value)

export function planWords(plan: Plan, project: string): string {
  const ignored = of(plan, "ignore")
  const counts: [Step["action"], string][] = [
    ["add", "to add"],
    ["change", "to change"],
    ["remove", "to remove"],
    ["keep", "unchanged"],
  ]
  const sum = counts.flatMap(([action, words]) => {
    const { length } = of(plan, action)
    return length > 0 ? [`${length} ${words}`] : []
  })
  const width = Math.max(
    0,
    ...of(plan, "add")
      .map(titleWidth)
      .filter((one) => one <= mostWidth),
  )
  return [
    ...plan.steps.flatMap((step) => stepLines(step, width)),
    ...(isEmpty(plan) ? [] : [""]),
    `${paint("bold", project)}: ${sum.length === 0 ? "nothing to do" : sum.join(", ")}.`,
    ...(ignored.length === 0
      ? []
      : [`Not in the document and left unchanged: ${names(ignored)}. Use --prune to delete.`]),
    ...(plan.unmatchedLabels.length === 0
      ? []
      : [
          `Labels that do not exist and are not created: ${inertLine(plan.unmatchedLabels.join(", "))}`,
        ]),
  ].join("\n")
}

const mostNames = 8
/** Longer names shift only their own target. */
const mostWidth = 50

function names(steps: Step[]): string {
  const all = steps.map((step) => inertLine(subjectOf(step).name))
  const more = all.length - mostNames
  return more > 0 ? `${all.slice(0, mostNames).join(", ")} and ${more} more` : all.join(", ")
}

function stepLines(step: Step, width: number): string[] {
  if (step.action === "add") {
    const gap = " ".repeat(Math.max(0, width - titleWidth(step)) + 2)
    return [`${paint("green", "+")} ${title(step)}${gap}${addedTarget(step)}`]
  }
  if (step.action === "remove") return [`${paint("red", "-")} ${title(step)}`]
  if (step.action !== "change") return []
  const rows = step.changes.map(changeFields).flatMap(({ member, from, to }) => {
    const [first = "", ...others] = changeLines(from, to)
    const name = ["  ", paint("dim", member)]
    return [[...name, first], ...others.map((line) => ["", "", line])]
  })
  return [`${paint("yellow", "~")} ${title(step)}`, table([], rows)]
}

/** For a list of conditions, shows only those added or removed. */
function changeLines(from: unknown, to: unknown): string[] {
  const [before, after] = [conditions(from), conditions(to)]
  if (before === null || after === null) return [`${say(from)} → ${say(to)}`]
  const moved = [
    ...before.filter((one) => !after.includes(one)).map((one) => `${paint("red", "-")} ${one}`),
    ...after.filter((one) => !before.includes(one)).map((one) => `${paint("green", "+")} ${one}`),
  ]
  return moved.length > 0 ? moved : ["same values in a different order"]
}

/** Formats each condition; null for other values. */
function conditions(value: unknown): string[] | null {
  if (value === null) return []
  if (!Array.isArray(value)) return null
  const all: unknown[] = value
  const said = all.flatMap((one) =>
    typeof one === "object" && one !== null ? [conditionWords(one)] : [],
  )
  return said.length === all.length ? said : null
}

const conditionWords = (condition: object): string =>
  Object.entries(condition)
    .map(([member, value]) => (member === "kind" ? textOf(value) : `${member} ${textOf(value)}`))
    .map((words) => clip(inertLine(words), mostSigns))
    .join(", ")

function title(step: Step): string {
  const { name, kind } = subjectOf(step)
  return `${inertLine(name)} ${paint("dim", `(${kind})`)}`
}

function titleWidth(step: Step): number {
  const { name, kind } = subjectOf(step)
  return widthOf(`${inertLine(name)} (${kind})`)
}

function addedTarget({ entry: { kind, draft } }: Add): string {
  const { url, host, port, dnsRecordType, heartbeatIntervalMinutes, telemetry } = draft.values
  return targetWords({
    url: url === undefined ? null : withoutSecrets(url),
    host: host ?? null,
    port: port ?? kinds[kind].defaults.port ?? null,
    dnsRecordType: dnsRecordType ?? null,
    heartbeatIntervalMinutes: heartbeatIntervalMinutes ?? null,
    telemetry: telemetry ?? null,
  })
}

const mostSigns = 100

/** Formats a value on one short line. */
function say(value: unknown): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) {
    return paint("dim", "none")
  }
  return clip(inertLine(Array.isArray(value) ? value.join(", ") : textOf(value)), mostSigns)
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value)
