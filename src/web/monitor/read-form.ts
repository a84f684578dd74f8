import type { VariablesOf } from "../graphql.ts"
import type { CreateMonitor } from "./monitor-documents.ts"
import type { Kind } from "./monitor-kind.ts"
import { hasField } from "./monitor-kind.ts"
import { entries, entry } from "../ui/form-entry.ts"

export type MonitorInput = VariablesOf<typeof CreateMonitor>["input"]
type AssertionInput = NonNullable<MonitorInput["assertions"]>[number]

const numbers = new Set([
  "port",
  "timeoutSeconds",
  "failureThreshold",
  "recoveryThreshold",
  "flapWindowMinutes",
  "heartbeatIntervalMinutes",
  "heartbeatGraceMinutes",
  "maxRedirects",
])
const lists = new Set(["expectedValues"])
const plain = new Set([
  "name",
  "description",
  "url",
  "host",
  "dnsRecordType",
  "interval",
  "method",
  "body",
  "resolver",
  "serverName",
  "parentId",
])
/** An empty string is a value of these fields; for all others it means the default. */
const mayBeEmpty = new Set(["name", "description", "body", "url", "host"])

/** Form fields as input of the schema; the server validates them. */
export function readForm(kind: Kind, form: FormData): MonitorInput {
  const input: Record<string, unknown> = {}
  for (const [name, value] of form) {
    if (typeof value !== "string") continue
    const text = value.trim()
    if (plain.has(name)) input[name] = text === "" && !mayBeEmpty.has(name) ? null : text
    else if (numbers.has(name)) input[name] = text === "" ? null : Number(text)
    else if (lists.has(name)) input[name] = linesOf(text)
  }
  if (form.has("headers")) input["headers"] = readHeaders(entry(form, "headers"))
  if (hasField(kind, "assertions")) input["assertions"] = readAssertions(form)
  input["labelIds"] = entries(form, "labelIds")
  return input
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

function readAssertions(form: FormData): AssertionInput[] {
  const found: Record<string, unknown>[] = []
  for (const [name, value] of form) {
    const [, place, field] = /^assertion\.(\d+)\.(\w+)$/.exec(name) ?? []
    if (place === undefined || field === undefined || typeof value !== "string") continue
    const one = (found[Number(place)] ??= {})
    const text = value.trim()
    if (field === "matches") one[field] = text === "true"
    else if (field === "maxMs" || field === "minDays")
      one[field] = text === "" ? null : Number(text)
    else one[field] = text
  }
  return found as AssertionInput[]
}
