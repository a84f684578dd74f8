import type { LogBatch } from "../../telemetry/query/logs/follow-logs.ts"
import { builder } from "../kernel/builder.ts"
import { LogRecordType } from "./log-record.graph.ts"
import { queryArg } from "./telemetry-args.graph.ts"
import { tailLogs } from "./tail-logs.ts"

const LogBatchType = builder.objectRef<LogBatch>("LogBatch").implement({
  description: "Log records that arrived together.",
  fields: (t) => ({
    records: t.expose("records", {
      type: [LogRecordType],
      description: "Newest first, at most 200.",
    }),
    isCut: t.boolean({
      description: "True if more arrived than are sent.",
      resolve: ({ more }) => more > 0,
    }),
    more: t.exposeInt("more", {
      description: "How many more arrived than are sent; search for them.",
    }),
  }),
})

builder.subscriptionField("logsReceived", (t) =>
  t.field({
    type: LogBatchType,
    description:
      "Sends log records that match a query as they arrive, whatever their time, once a second at most. Starts with an empty batch, ends after half an hour. Needs telemetry:read.",
    args: { projectId: t.arg.id({ required: true, description: "The project." }), ...queryArg },
    subscribe: (_root, args, ctx) => tailLogs(ctx, args),
    resolve: (batch) => batch,
  }),
)
