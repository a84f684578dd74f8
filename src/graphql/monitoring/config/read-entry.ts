import type { z } from "zod"
import type { MonitorKind } from "../../../../prisma/generated/enums.ts"
import type { Guard } from "../../../platform/guard.ts"
import { DomainError } from "../../kernel/errors.ts"
import { readDraft, type MonitorInput, type NewDraft } from "../monitor/write/monitor-draft.ts"
import { requireReachable } from "../monitor/write/reachable.ts"
import { readAssertion } from "./rules/assertion-words.ts"
import { entry as schema } from "./config-entry.ts"
import { fieldOf, inMembers, say, type Member } from "./rules/config-members.ts"
import type { ParentName } from "./config-parent.ts"
import { canonical } from "./rules/config-spelling.ts"

export type Identity = { name: string; kind: MonitorKind }

/** A valid entry. */
export type ReadEntry = Identity & {
  /** The monitor to create. */
  draft: NewDraft
  /** The same values as given; null for defaults. */
  input: MonitorInput
  labels: string[]
  parent: ParentName | null
  /** Request headers, and whether a body, to be filled in by hand. */
  headerNames: string[]
  isBodyHidden: boolean
  /** Null if not given: an existing monitor stays as it is. */
  isPaused: boolean | null
}

export type Reading = {
  /** The entry's name, to identify it in messages. */
  name: string | null
  type: string | null
  /** Null if name or type is not valid. */
  identity: Identity | null
  result: { entry: ReadEntry; fault: null } | { entry: null; fault: string }
}

type Parsed = z.output<typeof schema>

const identity = schema.pick({ name: true, monitor_type: true }).strip()

/** Parses one entry, in any supported spelling. */
export function readEntry(raw: unknown, guard: Guard): Reading {
  const given = canonical(raw)
  const known = identity.safeParse(given)
  const { name, monitor_type: type } = known.data ?? looseIdentity(given)
  return {
    name,
    type,
    identity: known.success ? { name: known.data.name, kind: known.data.monitor_type } : null,
    result: judge(given, guard),
  }
}

/** For an actor who may not read telemetry: an entry with a condition on it is not valid. */
export function withoutTelemetry(reading: Reading): Reading {
  if (reading.result.entry?.draft.values.telemetry === undefined) return reading
  const said = "telemetry requires the permission telemetry:read, without a limit to labels"
  return { ...reading, result: fault([said]) }
}

/** Name and type of an entry that may not be valid. */
function looseIdentity(given: unknown) {
  const { name, monitor_type } = Object(given) as Record<string, unknown>
  return { name: shortText(name), monitor_type: shortText(monitor_type) }
}

const shortText = (value: unknown): string | null =>
  typeof value === "string" ? value.slice(0, 200) : null

function judge(given: unknown, guard: Guard): Reading["result"] {
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    return fault(parsed.error.issues.map((issue) => sayIssue(issue, given)))
  }
  const clash = clashes(parsed.data)
  if (clash.length > 0) return fault(clash)
  try {
    const entry = read(parsed.data)
    requireReachable(entry.draft.values, guard)
    return { entry, fault: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return fault(
      error.issues.map(({ pointer, detail }) =>
        inMembers(say(pointer.slice("#/".length).split("/"), detail)),
      ),
    )
  }
}

/** Reports missing members as required, whatever else their rule says. */
function sayIssue({ path, message }: z.core.$ZodIssue, given: unknown): string {
  const [member, ...below] = path
  const isMissing = member !== undefined && below.length === 0 && !(member in Object(given))
  if (!isMissing) return say(path, message)
  return say(
    path,
    message.startsWith("must be one of") ? `is required and ${message}` : "is required",
  )
}

const fault = (said: string[]): Reading["result"] => ({
  entry: null,
  fault: [...new Set(said)].slice(0, 5).join("; ").slice(0, 5000).toWellFormed(),
})

/** Conflicts between members. */
function clashes({ headers, header_names: names, body, body_hidden: hidden, ...rest }: Parsed) {
  const all = [...Object.keys(headers ?? {}), ...(names ?? [])].map((name) => name.toLowerCase())
  return [
    ...(new Set(all).size < all.length
      ? ["header_names must name each header once, and none that is in headers"]
      : []),
    ...(body && hidden ? ["body_hidden must not be true together with body"] : []),
    ...(rest.parent_monitor_type && !rest.parent_monitor
      ? ["parent_monitor_type requires parent_monitor"]
      : []),
  ]
}

function read(parsed: Parsed): ReadEntry {
  const { name, monitor_type: kind, parent_monitor: parent, assertions } = parsed
  const headerNames = parsed.header_names ?? []
  const awaited = Object.fromEntries(headerNames.map((header) => [header, ""]))
  const isBare = parsed.headers === undefined && headerNames.length === 0
  const input: MonitorInput = {
    ...Object.fromEntries(
      Object.entries(fieldOf).map(([member, field]) => [field, parsed[member as Member] ?? null]),
    ),
    name,
    assertions: assertions?.map(readAssertion) ?? null,
    headers: isBare ? null : { ...parsed.headers, ...awaited },
  }
  return {
    name,
    kind,
    draft: readDraft(kind, input, true),
    input,
    labels: [...new Set(parsed.labels)],
    parent: parent ? { name: parent, kind: parsed.parent_monitor_type ?? null } : null,
    headerNames,
    isBodyHidden: parsed.body_hidden === true,
    isPaused: parsed.paused ?? null,
  }
}
