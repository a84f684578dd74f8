import type { TelemetryAttempt } from "../../../prisma/generated/client.ts"
import {
  examineAttributes,
  type AttributeCardinality,
} from "../../telemetry/doctor/examine-attributes.ts"
import { examineServices, type ServiceVolume } from "../../telemetry/doctor/examine-services.ts"
import { isDataDiskNearlyFull, readDropped } from "../../telemetry/store/disk.ts"
import { builder } from "../kernel/builder.ts"
import { mayOf } from "../kernel/row-access.ts"
import { SignalType } from "./rule/rule.graph.ts"
import { readDailyUsage, type DailyUsage } from "./doctor-usage.ts"
import { readTelemetry } from "./telemetry-store.ts"
import { readWindow } from "./telemetry-window.ts"

const Attempt = builder.objectRef<TelemetryAttempt & { keyName: string }>("TelemetryAttempt")
Attempt.implement({
  description: "Requests of an ingestion key that were answered alike within seconds.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime", description: "When the last of them was answered." }),
    keyId: t.exposeID("keyId", { description: "The key." }),
    keyName: t.exposeString("keyName", { description: "Name of the key." }),
    signal: t.expose("signal", { type: SignalType, description: "What was sent." }),
    encoding: t.exposeString("encoding", { description: "protobuf or json." }),
    status: t.exposeInt("status", { description: "HTTP status of the answer." }),
    requests: t.exposeInt("requests", { description: "How many requests these were." }),
    bytes: t.float({
      description: "Bytes of their bodies after decompression.",
      resolve: ({ bytes }) => Number(bytes),
    }),
    records: t.float({
      description: "Records that were stored.",
      resolve: ({ records }) => Number(records),
    }),
    rejected: t.float({
      description: "Records that were too old or ahead of the clock.",
      resolve: ({ rejected }) => Number(rejected),
    }),
    dropped: t.float({
      description: "Records that a rule dropped.",
      resolve: ({ dropped }) => Number(dropped),
    }),
    message: t.exposeString("message", {
      nullable: true,
      description: "What the answer said; null if all was well.",
    }),
    agent: t.exposeString("agent", {
      nullable: true,
      description: "User-Agent of the sender; null if it sent none.",
    }),
  }),
})

const Daily = builder.objectRef<DailyUsage>("TelemetryDailyUsage").implement({
  description: "What was sent of one signal on one day (UTC).",
  fields: (t) => ({
    day: t.exposeString("day", { description: "YYYY-MM-DD." }),
    signal: t.expose("signal", { type: SignalType, description: "What was sent." }),
    requests: t.exposeFloat("requests", { description: "Requests that were stored." }),
    refused: t.exposeFloat("refused", { description: "Requests that were refused." }),
    bytes: t.exposeFloat("bytes", { description: "Bytes of requests after decompression." }),
    records: t.exposeFloat("records", { description: "Records that were stored." }),
    rejected: t.exposeFloat("rejected", {
      description: "Records that were too old or ahead of the clock.",
    }),
    dropped: t.exposeFloat("dropped", { description: "Records that a rule dropped." }),
  }),
})

const Volume = builder.objectRef<ServiceVolume>("TelemetryServiceVolume").implement({
  description: "What a service sent of one signal.",
  fields: (t) => ({
    service: t.exposeString("service", {
      description: "service.name; unknown_service if the resource has none.",
    }),
    isNamed: t.boolean({
      description: "Whether its resource has a service.name; set OTEL_SERVICE_NAME if not.",
      resolve: ({ service }) => service !== "unknown_service",
    }),
    signal: t.expose("signal", { type: SignalType, description: "What it sent." }),
    records: t.exposeFloat("records", { description: "Number of records." }),
    delaySeconds: t.exposeFloat("delaySeconds", {
      description:
        "Median time from a record to its arrival; a few seconds are usual, and negative values mean a clock that is ahead.",
    }),
    aheadSeconds: t.exposeFloat("aheadSeconds", {
      description: "The most that a record was ahead of this server's clock.",
    }),
    lastAt: t.field({
      type: "DateTime",
      description: "Time of the newest record.",
      resolve: ({ lastAt }) => new Date(lastAt),
    }),
  }),
})

const Cardinality = builder.objectRef<AttributeCardinality>("TelemetryAttribute").implement({
  description: "An attribute by its number of values, estimated from at most 100,000 records.",
  fields: (t) => ({
    signal: t.expose("signal", { type: SignalType, description: "What it is an attribute of." }),
    name: t.exposeString("name", { description: "Its name." }),
    records: t.exposeFloat("records", { description: "Records that have it." }),
    values: t.exposeFloat("values", { description: "Different values." }),
  }),
})

const Doctor = builder.objectRef<{ projectId: string }>("TelemetryDoctor")
Doctor.implement({
  description: "Why telemetry arrives or not, and what is unusual about it.",
  fields: (t) => ({
    isDiskNearlyFull: t.boolean({
      description: "Whether telemetry is refused because the disk of this server is nearly full.",
      resolve: (_doctor, _args, { env }) => isDataDiskNearlyFull(env),
    }),
    droppedBefore: t.field({
      type: "DateTime",
      nullable: true,
      description:
        "Telemetry before this was deleted early because the disk was nearly full; null if none was.",
      resolve(_doctor, _args, { env }) {
        const dropped = readDropped(env.DATA_DIR)
        return dropped && new Date(dropped.before)
      },
    }),
    attempts: t.field({
      type: [Attempt],
      description: "The last requests of the project's keys, newest first, at most 200.",
      args: { keyId: t.arg.id({ description: "Of this key alone." }) },
      async resolve({ projectId }, { keyId }, { database }) {
        const rows = await database.prisma.telemetryAttempt.findMany({
          where: { projectId, ...(keyId ? { keyId } : {}) },
          orderBy: [{ at: "desc" }, { id: "desc" }],
          take: 200,
          include: { key: { select: { name: true } } },
        })
        return rows.map(({ key, ...row }) => ({ ...row, keyName: key.name }))
      },
    }),
    days: t.field({
      type: [Daily],
      description: "What was sent in the last 31 days, newest first.",
      resolve: ({ projectId }, _args, ctx) => readDailyUsage(ctx, projectId),
    }),
    services: t.field({
      type: [Volume],
      description: "Volume and clocks by service, most first, at most 500.",
      args: {
        from: t.arg({ type: "DateTime", required: true, description: "Start of the time range." }),
        to: t.arg({ type: "DateTime", required: true, description: "End, exclusive." }),
      },
      resolve({ projectId }, { from, to }, ctx) {
        const window = readWindow(projectId, { from: new Date(from), to: new Date(to) })
        return readTelemetry(ctx, (store) => examineServices(store, projectId, window))
      },
    }),
    attributes: t.field({
      type: [Cardinality],
      description: "Attributes with the most values, at most 20.",
      args: {
        from: t.arg({ type: "DateTime", required: true, description: "Start of the time range." }),
        to: t.arg({ type: "DateTime", required: true, description: "End, exclusive." }),
      },
      resolve({ projectId }, { from, to }, ctx) {
        const window = readWindow(projectId, { from: new Date(from), to: new Date(to) })
        return readTelemetry(ctx, (store) => examineAttributes(store, projectId, window))
      },
    }),
  }),
})

builder.prismaObjectField("Project", "telemetryDoctor", (t) =>
  t.field({
    type: Doctor,
    authScopes: ({ id }) => mayOf(id, "telemetry:read", "project"),
    description: "Checks of the telemetry that its keys send. Needs telemetry:read.",
    resolve: ({ id }) => ({ projectId: id }),
  }),
)
