import type { Command } from "commander"
import type { DnsRecordType, MonitorKind } from "../../prisma/generated/enums.ts"
import { oneLine, withoutSecrets } from "../convert/words.ts"
import { createMonitor } from "../graphql/monitor/create.ts"
import { findMonitor } from "../graphql/monitor/find.ts"
import { addCommand, addGroup } from "./command.ts"
import { findProject } from "./find-project.ts"
import { registerConvert } from "./monitor-convert.ts"
import { registerExport } from "./monitor-export.ts"
import { checkFields, monitorFields, targetWords } from "./monitor-fields.ts"
import { registerImport } from "./monitor-import.ts"
import { paint, paintStatus, print, table } from "./output.ts"
import { asCommandLine } from "./session.ts"

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
}

export function registerMonitor(program: Command): void {
  const group = addGroup(program, "monitor", "monitors of a project")
  registerCreate(group)
  registerList(group)
  registerCheck(group)
  registerConvert(group)
  registerImport(group)
  registerExport(group)
}

function registerCreate(group: Command): void {
  addCommand(group, "create", "make a monitor")
    .requiredOption("--project <id>", "the project it belongs to")
    .requiredOption("--type <type>", "http, tcp, ping, dns, tls or heartbeat")
    .requiredOption("--name <name>", "what it is called")
    .option("--description <text>", "what it is for")
    .option("--url <url>", "http: the address")
    .option("--host <host>", "tcp, ping, dns, tls: the host, or the name to look up")
    .option("--port <port>", "tcp, tls: the port (tls: 443)")
    .option("--dns-record-type <type>", "dns: A, AAAA, CAA, CNAME, MX, NS, PTR, SOA, SRV or TXT")
    .option("--resolver <address>", "dns: the server to ask, as in 9.9.9.9 or 127.0.0.1:5353")
    .option("--interval <interval>", "how often, 1m to 24h (1m)")
    .option("--timeout <seconds>", "how long one look may take, 1 to 60 (10)")
    .option("--failure-threshold <count>", "failed checks in a row that make an outage (2)")
    .option("--recovery-threshold <count>", "good checks in a row that end it (1)")
    .option("--heartbeat-interval-minutes <minutes>", "heartbeat: a ping is due this often")
    .option("--heartbeat-grace-minutes <minutes>", "heartbeat: and may be this late (1)")
    .action(async (options: CreateOptions) => {
      const fields = await asCommandLine(async (ctx) => {
        const monitor = await createMonitor(ctx, readOptions(options))
        return monitorFields({ ...monitor, state: null }, ctx)
      })
      print(options.json, fields, () =>
        [
          `Made the monitor ${fields.name}; ${fields.monitor_type === "heartbeat" ? "the first ping is awaited from now on" : "its first check follows as soon as a prober runs"}.`,
          `Its id is ${fields.id}`,
          ...(fields.monitor_type === "heartbeat" ? addressWords(fields.heartbeat_url) : []),
        ].join("\n"),
      )
    })
}

const addressWords = (url: string | null): string[] =>
  url === null
    ? ["With PORT=0 its address is known once Watchkeeper runs: `watchkeeper monitor list --json`"]
    : ["Let the job call this address each time it is done:", url]

/** Words become numbers here; the verb says which of them break a rule. */
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
    .option("--project <id>", "only those of this project")
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
            ? "There is no monitor yet. `watchkeeper monitor create --help` shows how to make one."
            : table(
                ["id", "status", "name", "type", "every", "target"],
                rows.map(({ monitor, fields }) => [
                  monitor.id,
                  monitor.pausedAt === null
                    ? paintStatus(fields.status.name)
                    : paint("dim", "paused"),
                  oneLine(monitor.name),
                  monitor.kind,
                  monitor.kind === "heartbeat" ? "" : fields.monitoring_interval,
                  withoutSecrets(targetWords(monitor)),
                ]),
              ),
      )
    })
}

function registerCheck(group: Command): void {
  addCommand(group, "check", "have a monitor looked at now, and see what was seen")
    .argument("<id>", "the monitor")
    .action(async (monitorId: string, { json }: { json: boolean }) => {
      const { monitor, check } = await asCommandLine(async (ctx) => {
        const found = await findMonitor(ctx, monitorId, "monitors:write")
        const { lookNow } = await import("./look.ts")
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
    `${oneLine(name)} is ${paintStatus(check.status.name)}${check.reason === null ? "." : `: ${oneLine(check.reason)}`}`,
    ...check.warnings.map((warning) => `  note      ${oneLine(warning)}`),
    `  took      ${round(check.duration_ms)} ms${timed.length > 0 ? ` (${timed.join(", ")})` : ""}`,
    ...(check.address === null ? [] : [`  address   ${check.address}`]),
    ...(check.http_status === null ? [] : [`  answer    HTTP ${check.http_status}`]),
    ...(certificate === null
      ? []
      : [
          `  certificate until ${certificate.expires_at.slice(0, 10)}, from ${oneLine(certificate.issuer)}`,
        ]),
    ...check.assertions.map(
      // What was seen is a stranger's text, which must not steer this terminal.
      ({ passed, name, expected, seen }) =>
        `  ${passed ? "✓" : "✗"} ${oneLine(`${name}: expected ${expected}, saw ${seen}`)}`,
    ),
    ...(check.attempts > 1 ? ["  looked twice, the second time over a new connection"] : []),
    ...(check.egress ?? []).map(
      ({ anchor, reachable }) =>
        `  our line  ${anchor} ${reachable ? "answers" : "does not answer"}`,
    ),
  ].join("\n")
}

const round = (ms: number) => (ms < 10 ? ms.toFixed(1) : Math.round(ms).toString())
