import type { Vault } from "../../../../platform/secret.ts"
import { newColumns } from "../../monitor/rules/monitor-columns.ts"
import { readableHeaders } from "../../monitor/rules/monitor-headers.ts"
import { readSettings } from "../../monitor/rules/read-target.ts"
import type { WrittenEntry } from "../config-entry.ts"
import type { Present } from "../present-plan.ts"
import type { ReadEntry } from "../read-entry.ts"
import { writeEntry, type Config } from "./write-entry.ts"

/** A member that would change; null for no value. */
export type Change = {
  member: string
  from: unknown
  to: unknown
  /** Values that may be credentials are compared and never shown. */
  isSecret: boolean
}

const change = (member: string, from: unknown = null, to: unknown = null, isSecret = false) =>
  isSame(from, to) ? [] : [{ member, from, to, isSecret }]

/** Differences between a monitor and an entry, except the parent. All labels of the entry exist. */
export function compare(monitor: Present, entry: ReadEntry, vault: Vault): Change[] {
  const before = plain(writeEntry({ ...monitor, parent: null }, vault, true))
  const after = plain(writeEntry(configOf(entry, vault), vault, true))
  const members = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  const { body } = readSettings(monitor.settings)
  return [
    ...members.flatMap((member) => change(member, before[member], after[member])),
    ...(entry.isBodyHidden
      ? []
      : change("body", body || null, entry.draft.values.body || null, true)),
    ...(entry.isPaused === null ? [] : change("paused", monitor.pausedAt !== null, entry.isPaused)),
    ...compareHeaders(
      readableHeaders(monitor.sealedHeaders, vault),
      wantedHeaders(monitor, entry, vault),
    ),
  ]
}

/** The headers of an entry: given values, and for names without values those of the monitor. */
export function wantedHeaders(
  { sealedHeaders }: Present,
  { headerNames, draft }: ReadEntry,
  vault: Vault,
): Record<string, string> {
  const stored = readableHeaders(sealedHeaders, vault)
  const kept = headerNames.map((name) => [name, stored[name] ?? ""])
  return { ...draft.values.headers, ...Object.fromEntries(kept) }
}

function compareHeaders(before: Record<string, string>, after: Record<string, string>): Change[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return names.flatMap((name) => change(`headers.${name}`, before[name], after[name], true))
}

type Plain = Record<string, unknown>

/** Without members that are compared separately. */
function plain(written: WrittenEntry): Plain {
  const { header_names: _, body: __, parent_monitor: ___, paused: ____, ...rest } = written
  return rest
}

/** The row that an entry would create. */
function configOf({ name, kind, draft, labels }: ReadEntry, vault: Vault): Config {
  return {
    url: null,
    host: null,
    port: null,
    dnsRecordType: null,
    heartbeatIntervalMinutes: null,
    heartbeatGraceMinutes: null,
    sealedHeaders: null,
    pausedAt: null,
    settings: {},
    ...newColumns(kind, draft, vault),
    name,
    kind,
    labels,
    parent: null,
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
