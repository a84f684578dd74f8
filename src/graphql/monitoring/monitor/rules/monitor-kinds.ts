import { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import type { Vault } from "../../../../platform/secret.ts"
import { dns } from "./kinds/dns-kind.ts"
import { heartbeat } from "./kinds/heartbeat-kind.ts"
import { http } from "./kinds/http-kind.ts"
import { usualDefaults, type Kind, type KindField, type TargetRow } from "./kinds/kind.ts"
import { printInterval } from "./monitor-interval.ts"
import { log } from "./kinds/log-kind.ts"
import { metric } from "./kinds/metric-kind.ts"
import { ping } from "./kinds/ping-kind.ts"
import { tcp } from "./kinds/tcp-kind.ts"
import { tls } from "./kinds/tls-kind.ts"
import { trace } from "./kinds/trace-kind.ts"
import type { Settings } from "./monitor-settings.ts"

const records = { http, tcp, ping, dns, tls, heartbeat, log, trace, metric } satisfies {
  [K in MonitorKind]: Kind<K>
}

export const kinds: Readonly<Record<MonitorKind, Kind>> = records

/** The prober's target of a monitor of one kind. */
export type TargetOf<K extends MonitorKind> = ReturnType<(typeof records)[K]["readTarget"]>

/** @throws {Error} naming what the row lacks. */
export const readTargetOf = (row: TargetRow, settings: Settings, vault: Vault) =>
  records[row.kind].readTarget(row, settings, vault)

const every = Object.values(MonitorKind)

export const isProbed = (kind: MonitorKind): boolean => kinds[kind].checkedBy === "prober"
export const probedKinds: readonly MonitorKind[] = every.filter(isProbed)
/** For a SQL condition such as `kind in (…)`; enum names need no quoting. */
export const probedKindsSql = probedKinds.map((kind) => `'${kind}'`).join(", ")

/** Kinds whose checks connect to a target; the others evaluate telemetry. */
export const connectingKindsSql = probedKinds
  .filter((kind) => kinds[kind].measures === undefined)
  .map((kind) => `'${kind}'`)
  .join(", ")

export const hasField = (kind: MonitorKind, field: KindField): boolean =>
  kinds[kind].required.includes(field) || kinds[kind].optional.includes(field)

export const kindsWith = (field: KindField): MonitorKind[] =>
  every.filter((kind) => hasField(kind, field))

/** As the API spells them, for descriptions. */
export const apiKinds = (field: KindField): string =>
  kindsWith(field)
    .map((kind) => kind.toUpperCase())
    .join(", ")

/** The fields of a kind, for error messages. */
export const fieldsOf = (kind: MonitorKind): string =>
  [...kinds[kind].required, ...kinds[kind].optional].join(", ")

/** Which kinds need a port and which have a default, as in "tcp: required. tls: 443 by default." */
export function describePort(write = (kind: string) => kind): string {
  const having = kindsWith("port")
  const [needing, others] = [
    having.filter((kind) => kinds[kind].required.includes("port")),
    having.filter((kind) => !kinds[kind].required.includes("port")),
  ]
  return [
    `${needing.map((kind) => write(kind)).join(", ")}: required.`,
    ...others.map((kind) => `${write(kind)}: ${kinds[kind].defaults.port} by default.`),
  ].join(" ")
}

/** What a new monitor of a kind has where nothing is given. */
export const defaultsOf = (kind: MonitorKind) => ({ ...usualDefaults, ...kinds[kind].defaults })

type Described = Exclude<keyof ReturnType<typeof defaultsOf>, "description" | "headers" | "port">

const printDefault = (kind: MonitorKind, name: Described): string | null => {
  const value = defaultsOf(kind)[name] ?? null
  return value === null ? null : name === "interval" ? printInterval(value) : `${value}`
}

/** A default and the kinds that have another one, as in "2 by default; heartbeat: 1." */
export function describeDefault(name: Described, write = (kind: string) => kind): string {
  const printed = every.flatMap((kind) => {
    const value = printDefault(kind, name)
    return value === null ? [] : [{ kind, value }]
  })
  const usual = printed[0]?.value
  const others = printed.filter(({ value }) => value !== usual)
  const named = others.map(({ kind, value }) => `${write(kind)}: ${value}`)
  return `${[`${usual} by default`, ...named].join("; ")}.`
}
