import type { Command } from "commander"
import type { DnsRecordType, MonitorKind } from "../../prisma/generated/enums.ts"
import { withoutSecrets } from "../convert/convert-messages.ts"
import { inertLine } from "../platform/shown-text.ts"
import { createMonitor } from "../graphql/monitoring/monitor/write/create-monitor.ts"
import { findMonitor } from "../graphql/monitoring/monitor/find-monitor.ts"
import {
  describeDefault,
  isProbed,
  kinds,
  kindsWith,
} from "../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import { addCommand, addGroup } from "./command.ts"
import { findProject } from "./find-project.ts"
import { registerConvert } from "./monitor-convert.ts"
import { registerExport } from "./monitor-export.ts"
import { checkFields, monitorFields, monitorTarget } from "./monitor-fields.ts"
import { registerImport } from "./monitor-import.ts"
import { paint, paintStatus, print, table } from "./output.ts"
import { asCommandLine } from "./cli-session.ts"
import { addTelemetryOptions, readTelemetry, type TelemetryOptions } from "./telemetry-options.ts"
import { commandName } from "../platform/command-name.ts"

type CreateOptions = {
  project: string
  type: string
  name: string
  description?: string
  url?: string
  host?: string
  port?: string
  dnsRecordType?: string
  resolver?: string
  interval?: string
  timeout?: string
  failureThreshold?: string
  recoveryThreshold?: string
  heartbeatIntervalMinutes?: string
  heartbeatGraceMinutes?: string
  json: boolean
} & TelemetryOptions

export function registerMonitor(program: Command): void {
  const group = addGroup(program, "monitor", "monitors of a project")
  registerCreate(group)
  registerList(group)
  registerCheck(group)
  registerConvert(group)
  registerImport(group)
  registerExport(group)
}

const kindNames = new Intl.ListFormat("en", { type: "disjunction" }).format(Object.keys(kinds))
const defaultPorts = Object.entries(kinds)
  .flatMap(([kind, { defaults }]) => (defaults.port ? [`${kind}: ${defaults.port}`] : []))
  .join(", ")
const byDefault = (name: Parameters<typeof describeDefault>[0]) =>
  `(${describeDefault(name).slice(0, -1)})`

function registerCreate(group: Command): void {
  const command = addCommand(group, "create", "create a monitor")
    .requiredOption("--project <id>", "project ID")
    .requiredOption("--type <type>", kindNames)
    .requiredOption("--name <name>", "its name")
    .option("--description <text>", "what it is for")
    .option("--url <url>", "http: the address")
    .option("--host <host>", `${kindsWith("host").join(", ")}: host, or the name to resolve`)
    .option("--port <port>", `${kindsWith("port").join(", ")}: the port (${defaultPorts})`)
    .option("--dns-record-type <type>", "dns: A, AAAA, CAA, CNAME, MX, NS, PTR, SOA, SRV or TXT")
    .option("--resolver <address>", "dns: server to query, such as 9.9.9.9 or 127.0.0.1:5353")
    .option("--interval <interval>", `check interval, 1m to 24h ${byDefault("interval")}`)
    .option("--timeout <seconds>", `timeout of one attempt, 1 to 60 ${byDefault("timeoutSeconds")}`)
    .option(
      "--failure-threshold <count>",
      `consecutive failed checks before offline ${byDefault("failureThreshold")}`,
    )
    .option(
      "--recovery-threshold <count>",
      `consecutive successful checks before recovery ${byDefault("recoveryThreshold")}`,
    )
    .option("--heartbeat-interval-minutes <minutes>", "heartbeat: expected every")
    .option(
      "--heartbeat-grace-minutes <minutes>",
      `heartbeat: grace period ${byDefault("heartbeatGraceMinutes")}`,
    )
  addTelemetryOptions(command).action(create)
}

async function create(options: CreateOptions): Promise<void> {
  const fields = await asCommandLine(async (ctx) => {
    const monitor = await createMonitor(ctx, readOptions(options))
    return monitorFields({ ...monitor, state: null }, ctx)
  })
  print(options.json, fields, () =>
    [
      `Created monitor ${fields.name}. ${isProbed(fields.monitor_type) ? "The first check runs as soon as a prober is running" : "Waiting for the first ping"}.`,
      `ID: ${fields.id}`,
      ...(isProbed(fields.monitor_type) ? [] : addressWords(fields.heartbeat_url)),
    ].join("\n"),
  )
}

const addressWords = (url: string | null): string[] =>
  url === null
    ? [
        `With PORT=0 the ping URL is known once Watchkeeper runs: \`${commandName} monitor list --json\``,
      ]
    : ["Ping URL, to be called at the end of each run:", url]

/** Converts options to numbers; the verb validates them. */
function readOptions(options: CreateOptions) {
  return {
    projectId: options.project,
    kind: options.type as MonitorKind,
    name: options.name,
    ...withoutUndefined({
      description: options.description,
      url: options.url,
      host: options.host,
      port: number(options.port),
      dnsRecordType: options.dnsRecordType?.toUpperCase() as DnsRecordType | undefined,
      resolver: options.resolver,
      interval: options.interval,
      timeoutSeconds: number(options.timeout),
      failureThreshold: number(options.failureThreshold),
      recoveryThreshold: number(options.recoveryThreshold),
      heartbeatIntervalMinutes: number(options.heartbeatIntervalMinutes),
      heartbeatGraceMinutes: number(options.heartbeatGraceMinutes),
      telemetry: readTelemetry(options) ?? undefined,
    }),
  }
}

const number = (text: string | undefined) =>
  text === undefined ? undefined : /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN

function withoutUndefined<T extends object>(
  input: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as never
}

function registerList(group: Command): void {
  addCommand(group, "list", "monitors by name")
    .option("--project <id>", "only monitors of this project")
    .action(async ({ project, json }: { project?: string; json: boolean }) => {
      const rows = await asCommandLine(async (ctx) => {
        const { prisma } = ctx.database
        const of = project === undefined ? {} : { projectId: (await findProject(ctx, project)).id }
        const monitors = await prisma.monitor.findMany({
          where: { deletedAt: null, ...of },
          include: { state: true },
          orderBy: [{ name: "asc" }, { id: "asc" }],
        })
        return monitors.map((monitor) => ({ monitor, fields: monitorFields(monitor, ctx) }))
      })
      print(
        json,
        rows.map(({ fields }) => fields),
        () =>
          rows.length === 0
            ? `No monitors yet. See \`${commandName} monitor create --help\`.`
            : table(
                ["id", "status", "name", "type", "every", "target"],
                rows.map(({ monitor, fields }) => [
                  monitor.id,
                  monitor.pausedAt === null
                    ? paintStatus(fields.status.name)
                    : paint("dim", "paused"),
                  inertLine(monitor.name),
                  monitor.kind,
                  isProbed(monitor.kind) ? fields.monitoring_interval : "",
                  withoutSecrets(monitorTarget(monitor)),
                ]),
              ),
      )
    })
}

function registerCheck(group: Command): void {
  addCommand(group, "check", "check a monitor now and print the result")
    .argument("<id>", "the monitor")
    .action(async (monitorId: string, { json }: { json: boolean }) => {
      const { monitor, check } = await asCommandLine(async (ctx) => {
        const found = await findMonitor(ctx, monitorId, "monitors:write")
        const { lookNow } = await import("./print-page.ts")
        return { monitor: found, check: await lookNow(ctx, found) }
      })
      const fields = checkFields(monitor.id, check)
      print(json, fields, () => checkWords(monitor.name, fields))
    })
}

function checkWords(name: string, check: ReturnType<typeof checkFields>): string {
  const { phases, certificate } = check
  const parts: [string, number | null][] = [
    ["dns", phases.dns_ms],
    ["connect", phases.connect_ms],
    ["tls", phases.tls_ms],
    ["first byte", phases.first_byte_ms],
    ["transfer", phases.transfer_ms],
  ]
  const timed = parts.flatMap(([part, ms]) => (ms === null ? [] : [`${part} ${round(ms)} ms`]))
  return [
    `${inertLine(name)} is ${paintStatus(check.status.name)}${check.reason === null ? "." : `: ${inertLine(check.reason)}`}`,
    ...check.warnings.map((warning) => `  note      ${inertLine(warning)}`),
    `  took      ${round(check.duration_ms)} ms${timed.length > 0 ? ` (${timed.join(", ")})` : ""}`,
    ...(check.address === null ? [] : [`  address   ${check.address}`]),
    ...(check.http_status === null ? [] : [`  status    HTTP ${check.http_status}`]),
    ...(certificate === null
      ? []
      : [
          `  certificate until ${certificate.expires_at.slice(0, 10)}, from ${inertLine(certificate.issuer)}`,
        ]),
    ...check.assertions.map(
      // The target controls this text; it must not send control sequences to the terminal.
      ({ passed, name, expected, seen }) =>
        `  ${passed ? "✓" : "✗"} ${inertLine(`${name}: expected ${expected}, got ${seen}`)}`,
    ),
    ...(check.attempts > 1 ? ["  attempts  2, the second over a new connection"] : []),
    ...(check.egress ?? []).map(
      ({ anchor, reachable }) =>
        `  egress    ${anchor} ${reachable ? "responds" : "does not respond"}`,
    ),
  ].join("\n")
}

const round = (ms: number) => (ms < 10 ? ms.toFixed(1) : Math.round(ms).toString())
