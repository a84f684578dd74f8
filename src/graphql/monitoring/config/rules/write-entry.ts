import type { Monitor } from "../../../../../prisma/generated/client.ts"
import type { Vault } from "../../../../platform/secret.ts"
import type { ConfigFields } from "../../monitor/rules/monitor-columns.ts"
import { defaultsOf } from "../../monitor/rules/monitor-kinds.ts"
import { printInterval } from "../../monitor/rules/monitor-interval.ts"
import { readableHeaders } from "../../monitor/rules/monitor-headers.ts"
import { readSettings } from "../../monitor/rules/read-target.ts"
import { settings as settingsSchema, type Settings } from "../../monitor/rules/monitor-settings.ts"
import { writeAssertion } from "./assertion-words.ts"
import { byCodePoint } from "./code-point.ts"
import type { WrittenEntry } from "../config-entry.ts"
import type { ParentName } from "../config-parent.ts"

/** What an entry is written from: a row, or what would become one. */
export type Config = ConfigFields &
  Pick<Monitor, "kind" | "sealedHeaders" | "pausedAt"> & {
    settings: unknown
    labels: string[]
    parent: ParentName | null
  }

const defaults = settingsSchema.parse({})

/** @param isOpen whether request bodies may be included; otherwise only their existence is. */
export function writeEntry(config: Config, vault: Vault, isOpen: boolean): WrittenEntry {
  const settings = readSettings(config.settings)
  const { recoveryThreshold, flapWindowMinutes, sealedHeaders } = config
  const usual = defaultsOf(config.kind)
  return {
    name: config.name,
    monitor_type: config.kind,
    description: config.description,
    url: config.url,
    host: config.host,
    port: config.port,
    dns_record_type: config.dnsRecordType,
    monitoring_interval: printInterval(config.intervalSeconds),
    request_timeout_seconds: config.timeoutSeconds,
    failure_threshold: config.failureThreshold,
    heartbeat_interval_minutes: config.heartbeatIntervalMinutes,
    heartbeat_grace_minutes: config.heartbeatGraceMinutes,
    labels: config.labels.toSorted(byCodePoint),
    ...(recoveryThreshold === usual.recoveryThreshold
      ? {}
      : { recovery_threshold: recoveryThreshold }),
    ...(flapWindowMinutes === usual.flapWindowMinutes
      ? {}
      : { flap_window_minutes: flapWindowMinutes }),
    ...writeParent(config.parent),
    ...(sealedHeaders && { header_names: Object.keys(readableHeaders(sealedHeaders, vault)) }),
    ...(settings.body === "" ? {} : isOpen ? { body: settings.body } : { body_hidden: true }),
    ...writeSettings(settings),
    ...(config.pausedAt === null ? {} : { paused: true }),
  }
}

function writeParent(parent: ParentName | null) {
  if (parent === null) return {}
  const { name, kind } = parent
  return { parent_monitor: name, ...(kind === null ? {} : { parent_monitor_type: kind }) }
}

function writeSettings(settings: Settings) {
  const { method, maxRedirects, assertions, resolver, expectedValues, serverName, telemetry } =
    settings
  return {
    ...(method === defaults.method ? {} : { method }),
    ...(maxRedirects === defaults.maxRedirects ? {} : { max_redirects: maxRedirects }),
    ...(assertions.length === 0 ? {} : { assertions: assertions.map(writeAssertion) }),
    ...(resolver === null ? {} : { resolver }),
    ...(expectedValues.length === 0 ? {} : { expected_values: expectedValues }),
    ...(serverName === null ? {} : { server_name: serverName }),
    ...(telemetry === null ? {} : { telemetry }),
  }
}
