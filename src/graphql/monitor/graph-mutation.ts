import type { Monitor } from "../../../prisma/generated/client.ts"
import { asksOnly } from "../asked.ts"
import { builder } from "../builder.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { createMonitor } from "./create.ts"
import { deleteMonitor } from "./delete.ts"
import type { MonitorInput } from "./draft.ts"
import { AssertionInput, readAssertion } from "./graph-assertion.ts"
import { DnsRecordType, HttpMethod, MonitorKind } from "./graph-enum.ts"
import { muteMonitor } from "./mute.ts"
import { pauseMonitor } from "./pause.ts"
import { requestCheck } from "./request-check.ts"
import { resumeMonitor } from "./resume.ts"
import { rotateHeartbeatUrl } from "./rotate-heartbeat-url.ts"
import { unmuteMonitor } from "./unmute.ts"
import { updateMonitor } from "./update.ts"

const HeaderInput = builder.inputType("HeaderInput", {
  description: "A header of a request.",
  fields: (t) => ({
    name: t.string({ required: true, description: "Its name." }),
    value: t.string({ required: true, description: "Its value, one line." }),
  }),
})

const MonitorFields = builder.inputType("MonitorInput", {
  description:
    "The fields of a monitor; those that its kind does not have are refused. In an update, absent leaves a field as it is and null puts its default back.",
  fields: (t) => ({
    name: t.string({ description: "1 to 200 characters; required." }),
    description: t.string({ description: "At most 5,000 characters." }),
    url: t.string({ description: "HTTP: a URL without user name and password; required." }),
    host: t.string({ description: "TCP, PING, DNS, TLS: a name or address; required." }),
    port: t.int({ description: "TCP: required. TLS: 443 where absent." }),
    dnsRecordType: t.field({ type: DnsRecordType, description: "DNS: required." }),
    interval: t.string({ description: "How often to check, 1m to 24h; 1m where absent." }),
    timeoutSeconds: t.int({ description: "1 to 60; 10 where absent." }),
    failureThreshold: t.int({ description: "1 to 100; 2 where absent." }),
    recoveryThreshold: t.int({ description: "1 to 100; 1 where absent." }),
    heartbeatIntervalMinutes: t.int({ description: "HEARTBEAT: at least 1; required." }),
    heartbeatGraceMinutes: t.int({ description: "HEARTBEAT: at least 0; 1 where absent." }),
    method: t.field({ type: HttpMethod, description: "HTTP: GET where absent." }),
    headers: t.field({ type: [HeaderInput], description: "HTTP: at most 50; stored sealed." }),
    body: t.string({ description: "HTTP: at most 65,536 characters." }),
    maxRedirects: t.int({ description: "HTTP: 0 to 20; 10 where absent." }),
    assertions: t.field({ type: [AssertionInput], description: "At most 20 conditions." }),
    resolver: t.string({ description: "DNS: an address, or an address and a port." }),
    expectedValues: t.stringList({ description: "DNS: at most 50 values." }),
    serverName: t.string({ description: "TLS: the name to check, where it is not the host." }),
    parentId: t.id({ description: "The monitor that it depends on; 10 levels at most." }),
    labels: t.stringList({ description: "Names of labels of the project, at most 50." }),
    labelIds: t.idList({ description: "The same by their ids." }),
  }),
})

/** Headers come as a list, because GraphQL has no maps. */
function readFields(given: typeof MonitorFields.$inferInput): MonitorInput {
  const { headers, assertions, ...rest } = given
  return {
    ...rest,
    ...(headers === undefined ? {} : { headers: headers && readHeaders(headers) }),
    ...(assertions === undefined
      ? {}
      : { assertions: assertions && assertions.map((one) => readAssertion(one)) }),
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

/** Fields that select relations trust that the query was asked; without one a verb's bare row is enough. */
const read = (query: object, { database }: Context, monitor: Monitor) =>
  Object.keys(query).length === 0
    ? monitor
    : database.prisma.monitor.findUniqueOrThrow({ ...query, where: { id: monitor.id } })

/** What can be answered of a monitor that was muted without reading it again. */
const ofMute = new Set(["__typename", "id", "name", "isMuted", "mutedUntil", "updatedAt"])

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The monitor." })
  return {
    createMonitor: t.prismaField({
      type: "Monitor",
      description: "Adds a monitor to a project. Needs monitors:write.",
      args: {
        projectId: t.arg.id({ required: true, description: "The project." }),
        kind: t.arg({ type: MonitorKind, required: true, description: "What it does." }),
        input: t.arg({ type: MonitorFields, required: true, description: "Its fields." }),
      },
      resolve: async (query, _root, { projectId, kind, input }, ctx) =>
        read(query, ctx, await createMonitor(ctx, { ...readFields(input), projectId, kind })),
    }),
    updateMonitor: t.prismaField({
      type: "Monitor",
      description: "Changes what is given; the kind stays. Needs monitors:write.",
      args: {
        id,
        input: t.arg({ type: MonitorFields, required: true, description: "What changes." }),
      },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await updateMonitor(ctx, args.id, readFields(args.input))),
    }),
    deleteMonitor: t.id({
      description: "Deletes a monitor and answers its id; its history stays. Needs monitors:write.",
      args: { id },
      resolve: (_root, args, ctx) => deleteMonitor(ctx, args.id),
    }),
    pauseMonitor: t.prismaField({
      type: "Monitor",
      description: "Stops checking; the status becomes unknown. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await pauseMonitor(ctx, args.id)),
    }),
    resumeMonitor: t.prismaField({
      type: "Monitor",
      description: "Checks again, at once. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await resumeMonitor(ctx, args.id)),
    }),
    muteMonitor: t.prismaField({
      type: "Monitor",
      description:
        "Declares nothing until a deadline, given in one of two ways; checking goes on. Needs monitors:write.",
      args: {
        id,
        until: t.arg({ type: "DateTime", description: "The deadline, within 30 days." }),
        durationMinutes: t.arg.int({ description: "1 to 43,200 minutes from now." }),
      },
      resolve: async (query, _root, { id, ...mute }, ctx, info) => {
        const muted = await muteMonitor(ctx, id, mute)
        // The types know whole monitors alone.
        if (asksOnly(info, ofMute)) return muted as Monitor
        return ctx.database.prisma.monitor.findUniqueOrThrow({ ...query, where: { id: muted.id } })
      },
    }),
    unmuteMonitor: t.prismaField({
      type: "Monitor",
      description: "Ends a mute before its time. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await unmuteMonitor(ctx, args.id)),
    }),
    requestCheck: t.prismaField({
      type: "Monitor",
      description: "Has a monitor checked at once. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await requestCheck(ctx, args.id)),
    }),
    rotateHeartbeatUrl: t.prismaField({
      type: "Monitor",
      description: "Gives a heartbeat a new URL; the old one is unknown. Needs monitors:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) =>
        read(query, ctx, await rotateHeartbeatUrl(ctx, args.id)),
    }),
  }
})
