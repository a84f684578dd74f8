import type { LogRecord, LogVolume } from "../../telemetry/query/search-logs.ts"
import { countLogs, searchLogs } from "../../telemetry/query/search-logs.ts"
import { builder } from "../kernel/builder.ts"
import { readTelemetry } from "./telemetry-store.ts"
import { readLogCursor, readWindow, writeLogCursor } from "./telemetry-window.ts"

const LogRecordType = builder.objectRef<LogRecord>("LogRecord").implement({
  description: "A log record as OpenTelemetry sent it.",
  fields: (t) => ({
    at: t.field({
      type: "DateTime",
      description: "When it was written, to the millisecond.",
      resolve: ({ nanoseconds }) => new Date(Number(nanoseconds.slice(0, -6))),
    }),
    nanoseconds: t.exposeString("nanoseconds", {
      description: "The same in nanoseconds since 1970.",
    }),
    service: t.exposeString("service", { description: "service.name of its resource." }),
    severity: t.exposeString("severity", {
      description: "Its severity text as sent, or derived from its number.",
    }),
    severityNumber: t.exposeInt("severityNumber", {
      description:
        "1–4 trace, 5–8 debug, 9–12 info, 13–16 warn, 17–20 error, 21–24 fatal; 0 if unknown.",
    }),
    body: t.exposeString("body", { description: "The message; JSON if it was structured." }),
    traceId: t.exposeString("traceId", {
      description: "Its trace in 32 hexadecimal digits; empty if there is none.",
    }),
    spanId: t.exposeString("spanId", {
      description: "Its span in 16 hexadecimal digits; empty if there is none.",
    }),
    attributes: t.expose("attributes", { type: "JSON", description: "Its attributes as strings." }),
    resource: t.expose("resource", { type: "JSON", description: "Attributes of its resource." }),
  }),
})

const LogPage = builder
  .objectRef<{ records: LogRecord[]; nextCursor: string | null }>("LogPage")
  .implement({
    description: "One page of log records, newest first.",
    fields: (t) => ({
      records: t.expose("records", { type: [LogRecordType], description: "The records." }),
      nextCursor: t.exposeString("nextCursor", {
        nullable: true,
        description: "Pass it as `after` to read the next page; null on the last page.",
      }),
    }),
  })

const LogVolumeType = builder.objectRef<LogVolume>("LogVolume").implement({
  description: "Number of log records of one severity in one step.",
  fields: (t) => ({
    at: t.field({
      type: "DateTime",
      description: "Start of the step.",
      resolve: ({ at }) => new Date(at * 1000),
    }),
    severity: t.exposeString("severity", { description: "Their severity." }),
    records: t.exposeInt("records", { description: "How many there are." }),
  }),
})

const defaultRows = 50
const mostRows = 200
const steps = [1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400]
const mostSteps = 120

builder.prismaObjectField("Project", "logs", (t) =>
  t.field({
    type: LogPage,
    authScopes: ({ id }) => ({
      may: { projectId: id, permission: "telemetry:read", noun: "project" },
    }),
    description:
      'Log records in a time range, newest first. Example of a query: `service:cart level>=warn "connection reset"`. Needs telemetry:read.',
    args: {
      query: t.arg.string({ required: true, description: "What to search for; empty for all." }),
      from: t.arg({ type: "DateTime", required: true, description: "Start of the time range." }),
      to: t.arg({
        type: "DateTime",
        required: true,
        description: "End of the time range, exclusive.",
      }),
      first: t.arg.int({ description: "Number of records, at most 200; 50 by default." }),
      after: t.arg.string({ description: "nextCursor of the previous page." }),
    },
    async resolve({ id }, { query, from, to, first, after }, ctx) {
      const rows = Math.min(Math.max(first ?? defaultRows, 1), mostRows)
      const window = readWindow(id, { from: new Date(from), to: new Date(to) })
      const position = after === null || after === undefined ? null : readLogCursor(after)
      const found = await readTelemetry(ctx, (store) =>
        searchLogs(store, window, query, { rows: rows + 1, after: position }),
      )
      const records = found.slice(0, rows)
      const last = records.at(-1)
      const hasMore = found.length > rows && last !== undefined
      return { records, nextCursor: hasMore ? writeLogCursor(last) : null }
    },
  }),
)

builder.prismaObjectField("Project", "logVolume", (t) =>
  t.field({
    type: [LogVolumeType],
    authScopes: ({ id }) => ({
      may: { projectId: id, permission: "telemetry:read", noun: "project" },
    }),
    description:
      "Number of log records that match a query, in up to 120 steps. Needs telemetry:read.",
    args: {
      query: t.arg.string({ required: true, description: "As for logs." }),
      from: t.arg({ type: "DateTime", required: true, description: "Start of the time range." }),
      to: t.arg({
        type: "DateTime",
        required: true,
        description: "End of the time range, exclusive.",
      }),
    },
    resolve({ id }, { query, from, to }, ctx) {
      const window = readWindow(id, { from: new Date(from), to: new Date(to) })
      const seconds = (window.to.getTime() - window.from.getTime()) / 1000
      const step = steps.find((one) => seconds / one <= mostSteps) ?? 86_400
      return readTelemetry(ctx, (store) => countLogs(store, window, query, step))
    },
  }),
)
