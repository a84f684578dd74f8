import type { LogRecord } from "../../telemetry/query/logs/log-record.ts"
import { builder } from "../kernel/builder.ts"
import { writeLogCursor } from "./telemetry-window.ts"

export const LogRecordType = builder.objectRef<LogRecord>("LogRecord").implement({
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
    cursor: t.string({
      description: "Opaque cursor of this record, for logContext and as `after` of logs.",
      resolve: writeLogCursor,
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
