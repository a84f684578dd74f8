import type { Monitor } from "../../../../prisma/generated/client.ts"
import { selectsOnly } from "../../kernel/selected-fields.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { createMonitor } from "./write/create-monitor.ts"
import { deleteMonitor } from "./write/delete-monitor.ts"
import type { MonitorInput } from "./write/monitor-draft.ts"
import { AssertionInput, readAssertion } from "./target/monitor-assertion.graph.ts"
import { DnsRecordType, HttpMethod, MonitorKind } from "./monitor-enums.graph.ts"
import { muteMonitor } from "./silence/mute-monitor.ts"
import { pauseMonitor } from "./silence/pause-monitor.ts"
import { requestCheck } from "./state/request-check.ts"
import { resumeMonitor } from "./silence/resume-monitor.ts"
import { rotateHeartbeatUrl } from "./heartbeat/rotate-heartbeat-url.ts"
import { apiKinds, describeDefault, describePort } from "./rules/monitor-kinds.ts"
import { settings } from "./rules/monitor-settings.ts"
import { readCondition, TelemetryConditionInput } from "./target/telemetry-condition.graph.ts"
import { unmuteMonitor } from "./silence/unmute-monitor.ts"
import { updateMonitor } from "./write/update-monitor.ts"

const HeaderInput = builder.inputType("HeaderInput", {
  description: "A header of a request.",
  fields: (t) => ({
    name: t.string({ required: true, description: "Its name." }),
    value: t.string({ required: true, description: "Its value, one line." }),
  }),
})

const upper = (kind: string) => kind.toUpperCase()
const { method, maxRedirects } = settings.parse({})

export const MonitorFields = builder.inputType("MonitorInput", {
  description:
    "The fields of a monitor; fields of other kinds are refused. In an update, omitted fields keep their values and null restores the default.",
  fields: (t) => ({
    name: t.string({ description: "1 to 200 characters; required." }),
    description: t.string({ description: "At most 5,000 characters." }),
    url: t.string({ description: "HTTP: a URL without user name and password; required." }),
    host: t.string({ description: `${apiKinds("host")}: a name or address; required.` }),
    port: t.int({ description: describePort(upper) }),
    dnsRecordType: t.field({ type: DnsRecordType, description: "DNS: required." }),
    interval: t.string({
      description: `How often to check, 1m to 24h; ${describeDefault("interval", upper)}`,
    }),
    timeoutSeconds: t.int({ description: `1 to 60; ${describeDefault("timeoutSeconds", upper)}` }),
    failureThreshold: t.int({
      description: `1 to 100 failed checks, or missed pings of a heartbeat. ${describeDefault("failureThreshold", upper)}`,
    }),
    recoveryThreshold: t.int({
      description: `1 to 100; ${describeDefault("recoveryThreshold", upper)}`,
    }),
    flapWindowMinutes: t.int({
      description: `0 to 60; ${describeDefault("flapWindowMinutes", upper)}`,
    }),
    heartbeatIntervalMinutes: t.int({ description: "HEARTBEAT: at least 1; required." }),
    heartbeatGraceMinutes: t.int({
      description: `HEARTBEAT: at least 0; ${describeDefault("heartbeatGraceMinutes", upper)}`,
    }),
    method: t.field({ type: HttpMethod, description: `HTTP: ${method} by default.` }),
    headers: t.field({ type: [HeaderInput], description: "HTTP: at most 50; stored encrypted." }),
    body: t.string({ description: "HTTP: at most 65,536 characters." }),
    maxRedirects: t.int({ description: `HTTP: 0 to 20; ${maxRedirects} by default.` }),
    assertions: t.field({ type: [AssertionInput], description: "At most 20 conditions." }),
    resolver: t.string({ description: "DNS: an address, or an address and a port." }),
    expectedValues: t.stringList({ description: "DNS: at most 50 values." }),
    serverName: t.string({ description: "TLS: the name to check if it differs from the host." }),
    telemetry: t.field({
      type: TelemetryConditionInput,
      description: `${apiKinds("telemetry")}: when it fails; required.`,
    }),
    parentId: t.id({ description: "The monitor it depends on; at most 10 levels." }),
    labels: t.stringList({ description: "Names of labels of the project, at most 50." }),
    labelIds: t.idList({ description: "Ids of labels of the project, at most 50." }),
  }),
})

/** Headers are a list, because GraphQL has no maps. */
export function readFields(given: typeof MonitorFields.$inferInput): MonitorInput {
  const { headers, assertions, telemetry, ...rest } = given
  return {
    ...rest,
    ...(headers === undefined ? {} : { headers: headers && readHeaders(headers) }),
    ...(assertions === undefined
      ? {}
      : { assertions: assertions && assertions.map((one) => readAssertion(one)) }),
    ...(telemetry === undefined ? {} : { telemetry: telemetry && readCondition(telemetry) }),
  } as MonitorInput
}

function readHeaders(list: (typeof HeaderInput.$inferInput)[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (const [at, { name, value }] of list.entries()) {
    if (headers.has(name)) throw invalid(`#/headers/${at}/name`, "is given twice")
    headers.set(name, value)
  }
  return Object.fromEntries(headers)
}

/** Relation fields rely on the selection's `query`; without relations a verb's plain row is enough. */
const read = (query: object, { database }: Context, monitor: Monitor) =>
  Object.keys(query).length === 0
    ? monitor
    : database.prisma.monitor.findUniqueOrThrow({ ...query, where: { id: monitor.id } })

const OpenAlertsChoice = builder.enumType("OpenAlertsChoice", {
  description: "What happens to a monitor's open alerts when it is paused.",
  values: valuesOf({
    keep: "They stay open and page nobody. Paging restarts on resume, unless the monitor has recovered.",
    resolve: "They are resolved, and their incidents with them.",
  }),
})

/** Fields of a muted monitor that need no further query. */
const ofMute = new Set(["__typename", "id", "name", "isMuted", "mutedUntil", "updatedAt"])

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The monitor." })
  return {
    createMonitor: t.prismaField({
      type: "Monitor",
      description: "Adds a monitor to a project. Needs monitors:write.",
      args: {
        projectId: t.arg.id({ required: true, description: "The project." }),
        kind: t.arg({ type: MonitorKind, required: true, description: "Its kind." }),
        input: t.arg({ type: MonitorFields, required: true, description: "Its fields." }),
      },
      resolve: async (query, _root, { projectId, kind, input }, ctx) =>
        read(query, ctx, await createMonitor(ctx, { ...readFields(input), projectId, kind })),
    }),
    updateMonitor: t.prismaField({
      type: "Monitor",
      description: "Updates the given fields; the kind cannot change. Needs monitors:write.",
      args: {
        id,
        input: t.arg({ type: MonitorFields, required: true, description: "What changes." }),
      },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await updateMonitor(ctx, args.id, readFields(args.input))),
    }),
    deleteMonitor: t.id({
      description:
        "Deletes a monitor and returns its id; its history is kept, but SLOs no longer count its time. Needs monitors:write.",
      args: { id },
      resolve: (_root, args, ctx) => deleteMonitor(ctx, args.id),
    }),
    pauseMonitor: t.prismaField({
      type: "Monitor",
      description:
        "Stops checking; the status becomes unknown. Needs monitors:write; and alerts:write and incidents:write to resolve what is open.",
      args: {
        id,
        openAlerts: t.arg({
          type: OpenAlertsChoice,
          description: "What happens to its open alerts; KEEP by default.",
        }),
      },
      resolve: async (query, _root, { id, openAlerts }, ctx) =>
        read(query, ctx, await pauseMonitor(ctx, id, openAlerts ?? "keep")),
    }),
    resumeMonitor: t.prismaField({
      type: "Monitor",
      description: "Resumes checking immediately. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await resumeMonitor(ctx, args.id)),
    }),
    muteMonitor: t.prismaField({
      type: "Monitor",
      description:
        "Mutes a monitor until a deadline, given by either argument: no incidents or alerts are declared, but checks continue. Needs monitors:write.",
      args: {
        id,
        until: t.arg({ type: "DateTime", description: "The deadline, within 30 days." }),
        durationMinutes: t.arg.int({ description: "1 to 43,200 minutes from now." }),
      },
      resolve: async (query, _root, { id, ...mute }, ctx, info) => {
        const muted = await muteMonitor(ctx, id, mute)
        // The return type knows only complete monitors.
        if (selectsOnly(info, ofMute)) return muted as Monitor
        return ctx.database.prisma.monitor.findUniqueOrThrow({ ...query, where: { id: muted.id } })
      },
    }),
    unmuteMonitor: t.prismaField({
      type: "Monitor",
      description: "Unmutes a monitor. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await unmuteMonitor(ctx, args.id)),
    }),
    requestCheck: t.prismaField({
      type: "Monitor",
      description: "Checks a monitor now. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await requestCheck(ctx, args.id)),
    }),
    rotateHeartbeatUrl: t.prismaField({
      type: "Monitor",
      description:
        "Rotates a heartbeat's ping URL; the old one stops working. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await rotateHeartbeatUrl(ctx, args.id)),
    }),
  }
})
