import { goDuration } from "./durations.ts"
import { escaped, slowAfter, timeLimit } from "./assertion.ts"
import { codesWhere, compareNumbers, type Codes, type Operator } from "./codes.ts"
import type { Assertion } from "./conversion.ts"
import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { flag, list, members, number, readMembers, text } from "./read-members.ts"
import { openStatusTable } from "./openstatus-members.ts"
import { otherShape, type Provider } from "./provider.ts"
import { countHeaders } from "./request.ts"
import {
  below,
  inside,
  isFilled,
  topObjects,
  type Found,
  type Members,
  type Source,
} from "./source.ts"
import { splitPort } from "./target.ts"
import { quoted } from "./convert-messages.ts"

const title = "OpenStatus"

/** Each top-level member is a monitor under its id. */
const find = (source: Source): Found[] =>
  topObjects(source).flatMap(({ value, pointer }) =>
    Object.entries(value).flatMap(([id, one]) =>
      ["kind", "frequency", "request"].every((name) => inside(one, name) !== undefined)
        ? [{ value: one, pointer: below(pointer, id) }]
        : [],
    ),
  )

export const openStatus: Provider = {
  name: "openstatus",
  title,
  detect: (source) => find(source).length > 0,
  convert(source) {
    const found = find(source)
    if (found.length === 0 && topObjects(source).some(({ value }) => isFilled(value))) {
      throw otherShape(title, 'its YAML, each monitor with "kind", "frequency" and "request"')
    }
    const ledger = openLedger(title)
    for (const one of found) {
      const about = { name: inside(one.value, "name"), type: inside(one.value, "kind") }
      ledger.takeObject(one, { ...about, table: openStatusTable }, convertMonitor)
    }
    return ledger.close()
  },
}

const shape = {
  description: text,
  kind: text,
  frequency: text,
  active: flag,
  timeout: number,
  degradedAfter: number,
  request: members,
  assertions: list,
}
const requestShape = {
  url: text,
  uri: text,
  host: text,
  port: number,
  method: text,
  followRedirects: flag,
}

function convertMonitor(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const place = readMembers(requestShape, read.request, item, ["request"])
  const limit = timeLimit(read.timeout)
  const { codes, assertions } = assertionsOf(read.assertions ?? [], item)
  const common = {
    description: read.description,
    intervalSeconds: goDuration(read.frequency ?? "") ?? undefined,
    timeoutSeconds: limit.timeoutSeconds,
    isPaused: read.active === false,
    assertions: [...assertions, ...(limit.assertions ?? []), ...slowAfter(read.degradedAfter)],
  }
  switch (read.kind) {
    case "http":
      return {
        ...common,
        type: "http",
        url: place.url,
        request: {
          method: place.method,
          headerCount: countHeaders(inside(read.request, "headers")),
          hasBody: isFilled(inside(read.request, "body")),
          codes,
          ...(place.followRedirects === false && { maxRedirects: 0 }),
        },
      }
    case "tcp":
      return {
        ...common,
        type: "tcp",
        ...(place.host === undefined
          ? splitPort((place.uri ?? "").replace(/^tcp:\/\//, ""))
          : { host: place.host, port: place.port }),
      }
    case "icmp":
      return { ...common, type: "ping", host: place.host ?? place.uri }
    case undefined:
    default:
      return drop(`monitors of the kind ${quoted(read.kind)} are not supported`, "kind")
  }
}

const operators: Record<string, Operator> = {
  eq: "==",
  not_eq: "!=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
}
const comparisons = new Map([
  ["eq", "equals"],
  ["not_eq", "not_equals"],
  ["contains", "contains"],
  ["not_contains", "not_contains"],
] as const)
const assertionShape = { kind: text, compare: text, target: text, key: text }

function assertionsOf(
  given: unknown[],
  item: Item,
): { codes: Codes | undefined; assertions: Assertion[] } {
  let codes: Codes | undefined
  const assertions: Assertion[] = []
  for (const [at, one] of given.entries()) {
    const path = ["assertions", String(at)]
    const read = readMembers(assertionShape, one, item, path)
    const status = codesOf(read)
    const other = conditionOf(read)
    if (status !== null) codes = codes?.intersection(status) ?? status
    else if (other !== null) assertions.push(other)
    else {
      item.lossy(
        `An assertion was not imported (${quoted(read.kind)} ${quoted(read.compare)}): add it by hand`,
        ...path,
      )
    }
  }
  return { codes, assertions }
}

type Read = Partial<Record<keyof typeof assertionShape, string | undefined>>

function codesOf({ kind, compare = "", target = "" }: Read): Codes | null {
  const operator = operators[compare]
  if (kind !== "statusCode" || operator === undefined || !/^\d{1,9}$/.test(target)) return null
  return codesWhere((code) => compareNumbers(code, operator, Number(target)))
}

function conditionOf({
  kind,
  compare = "",
  target: value = "",
  key: name = "",
}: Read): Assertion | null {
  const comparison = comparisons.get(compare as Parameters<typeof comparisons.get>[0])
  if (comparison === undefined || value === "") return null
  if (kind === "header") return name === "" ? null : { kind, name, comparison, value }
  if (kind !== "textBody") return null
  if (comparison === "contains" || comparison === "not_contains")
    return { kind: "body", comparison, value }
  // OpenStatus compares whitespace around a body; our exact comparison ignores it.
  return { kind: "regex", pattern: `^${escaped(value)}$`, matches: comparison === "equals" }
}
