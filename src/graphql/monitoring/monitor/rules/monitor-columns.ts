import type { Monitor, Prisma } from "../../../../../prisma/generated/client.ts"
import type { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import type { Vault } from "../../../../platform/secret.ts"
import type { Draft, Values } from "../write/monitor-draft.ts"
import { openHeaders } from "./monitor-headers.ts"
import { defaultsOf } from "./monitor-kinds.ts"
import { readSettings } from "./read-target.ts"
import { settings as settingsSchema, type Settings } from "./monitor-settings.ts"

/** The columns of the target and its settings, without the headers, which are encrypted. */
export type ConfigFields = Pick<
  Monitor,
  | "name"
  | "description"
  | "url"
  | "host"
  | "port"
  | "dnsRecordType"
  | "intervalSeconds"
  | "timeoutSeconds"
  | "failureThreshold"
  | "recoveryThreshold"
  | "flapWindowMinutes"
  | "heartbeatIntervalMinutes"
  | "heartbeatGraceMinutes"
>

/** The part of a row that a draft writes. */
export type Columns = Partial<ConfigFields> & {
  settings?: Prisma.InputJsonObject
  sealedHeaders?: Uint8Array<ArrayBuffer> | null
}

/** Required columns have defaults, so that a new row always has them. */
type NewColumns = Columns &
  Pick<
    Monitor,
    | "description"
    | "intervalSeconds"
    | "timeoutSeconds"
    | "failureThreshold"
    | "recoveryThreshold"
    | "flapWindowMinutes"
  >

const defaultSettings = settingsSchema.parse({})
const settingNames = Object.keys(defaultSettings) as (keyof Settings)[]

/** Every column of a new monitor. */
export function newColumns(kind: MonitorKind, { values }: Draft, vault: Vault): NewColumns {
  const all: Values = { ...defaultsOf(kind), ...values }
  return columns(all, settingsOf(values), vault) as NewColumns
}

/** The columns that a draft changes in an existing row. */
export function changedColumns(before: Monitor, draft: Draft, vault: Vault): Columns {
  const { values, cleared } = draft
  const restored = where<Values>(defaultsOf(before.kind), (name) => cleared.has(name))
  const given = settingsOf(values)
  const isTouched = settingNames.some((name) => name in given || cleared.has(name))
  const kept = where(readSettings(before.settings), (name) => !cleared.has(name))
  const { headers, ...others } = { ...restored, ...values }
  const isOther = headers !== undefined && !isSealedIn(before.sealedHeaders, headers, vault)
  return columns(
    { ...others, ...(isOther ? { headers } : {}) },
    isTouched ? { ...kept, ...given } : null,
    vault,
  )
}

const where = <T extends object>(from: T, keep: (name: string) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => keep(name))) as Partial<T>

const settingsOf = (values: Values): Partial<Settings> =>
  Object.fromEntries(settingNames.flatMap((name) => (name in values ? [[name, values[name]]] : [])))

function columns(values: Values, settings: Partial<Settings> | null, vault: Vault): Columns {
  const { interval, headers } = values
  const given = {
    name: values.name,
    description: values.description,
    url: values.url,
    host: values.host,
    port: values.port,
    dnsRecordType: values.dnsRecordType,
    intervalSeconds: interval,
    timeoutSeconds: values.timeoutSeconds,
    failureThreshold: values.failureThreshold,
    recoveryThreshold: values.recoveryThreshold,
    flapWindowMinutes: values.flapWindowMinutes,
    heartbeatIntervalMinutes: values.heartbeatIntervalMinutes,
    heartbeatGraceMinutes: values.heartbeatGraceMinutes,
    settings: settings === null ? undefined : compact(settings),
    sealedHeaders: headers && seal(headers, vault),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const seal = (headers: Record<string, string>, vault: Vault) =>
  Object.keys(headers).length === 0 ? null : vault.seal(JSON.stringify(headers))

/** Encrypting the same text twice gives different results, so compare the plain texts. */
function isSealedIn(sealed: Uint8Array | null, headers: Record<string, string>, vault: Vault) {
  try {
    return JSON.stringify(openHeaders(sealed, vault)) === JSON.stringify(headers)
  } catch {
    // A text that cannot be decrypted any more counts as changed.
    return false
  }
}

/** Stores only values that differ from the default, so that a new default applies to old rows. */
const compact = (settings: Partial<Settings>): Prisma.InputJsonObject =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(defaultSettings[name as keyof Settings]),
    ),
  )
