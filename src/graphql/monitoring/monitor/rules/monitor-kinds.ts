import { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import type { Vault } from "../../../../platform/secret.ts"
import { dns } from "./kinds/dns-kind.ts"
import { heartbeat } from "./kinds/heartbeat-kind.ts"
import { http } from "./kinds/http-kind.ts"
import type { Kind, KindField, TargetRow } from "./kinds/kind.ts"
import { usualFailureThreshold } from "./kinds/kind.ts"
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

export const defaultFailureThreshold = (kind: MonitorKind): number =>
  kinds[kind].defaults.failureThreshold ?? usualFailureThreshold

/** The default failure thresholds, as in "2 by default; heartbeat: 1." */
export function describeFailureThreshold(write = (kind: string) => kind): string {
  const others = every.filter((kind) => defaultFailureThreshold(kind) !== usualFailureThreshold)
  const named = others.map((kind) => `${write(kind)}: ${defaultFailureThreshold(kind)}`)
  return `${[`${usualFailureThreshold} by default`, ...named].join("; ")}.`
}
