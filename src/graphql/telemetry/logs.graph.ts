import type { LogRecord } from "../../telemetry/query/logs/log-record.ts"
import { readLogContext } from "../../telemetry/query/logs/read-log-context.ts"
import { countLogs, searchLogs, type LogVolume } from "../../telemetry/query/logs/search-logs.ts"
import { chooseStep } from "../../telemetry/query/window.ts"
import { builder } from "../kernel/builder.ts"
import { LogRecordType } from "./log-record.graph.ts"
import { mayRead, queryArg, rangeArgs } from "./telemetry-args.graph.ts"
import { readTelemetry } from "./telemetry-store.ts"
import { readCount, readLogCursor, readWindow, writeLogCursor } from "./telemetry-window.ts"

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
    severity: t.exposeString("severity", {
      description: "TRACE, DEBUG, INFO, WARN, ERROR or FATAL; what was sent if it is none of them.",
    }),
    records: t.exposeInt("records", { description: "How many there are." }),
  }),
})

const LogContext = builder
  .objectRef<{ before: LogRecord[]; after: LogRecord[] }>("LogContext")
  .implement({
    description: "What was written around a log record, newest first, within six hours.",
    fields: (t) => ({
      after: t.expose("after", { type: [LogRecordType], description: "Records after it." }),
      before: t.expose("before", { type: [LogRecordType], description: "Records before it." }),
    }),
  })

const defaultRows = 50
const mostRows = 200
const mostContext = 50
const mostSteps = 120

builder.prismaObjectFields("Project", (t) => ({
  logs: t.field({
    type: LogPage,
    authScopes: mayRead,
    description: "Log records that match a query, newest first. Needs telemetry:read.",
    args: {
      ...queryArg,
      ...rangeArgs,
      first: t.arg.int({ description: "Number of records, at most 200; 50 by default." }),
      after: t.arg.string({ description: "nextCursor of the previous page." }),
    },
    async resolve({ id }, { query, from, to, first, after }, ctx) {
      const rows = readCount(first, { fallback: defaultRows, most: mostRows })
      const window = readWindow(id, { from, to })
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
  logVolume: t.field({
    type: [LogVolumeType],
    authScopes: mayRead,
    description:
      "Number of log records that match a query, in up to 120 steps. Needs telemetry:read.",
    args: { ...queryArg, ...rangeArgs },
    resolve({ id }, { query, ...range }, ctx) {
      const window = readWindow(id, range)
      const step = chooseStep(window, mostSteps)
      return readTelemetry(ctx, (store) => countLogs(store, window, query, step))
    },
  }),
  logContext: t.field({
    type: LogContext,
    authScopes: mayRead,
    description: "Log records before and after one. Needs telemetry:read.",
    args: {
      ...queryArg,
      cursor: t.arg.string({ required: true, description: "The record's cursor." }),
      first: t.arg.int({
        description: "Number of records on each side, at most 50; 10 by default.",
      }),
    },
    resolve({ id }, { query, cursor, first }, ctx) {
      const rows = readCount(first, { fallback: 10, most: mostContext })
      const position = readLogCursor(cursor, "#/cursor")
      return readTelemetry(ctx, (store) => readLogContext(store, id, position, { query, rows }))
    },
  }),
}))
