import { must, type Kind } from "./kind.ts"

export const log = {
  title: "Logs",
  hint: "Log records that match a query",
  description: "Counts log records that match a query, or new kinds of messages.",
  aliases: ["logs", "log_query"],
  checkedBy: "prober",
  required: ["telemetry"],
  optional: [],
  defaults: {},
  examples: { name: "Payment errors" },
  assertions: [],
  measures: ["records", "new_patterns"],
  readTarget: (_row, { telemetry }) => ({
    kind: "log",
    condition: must(telemetry, "telemetry condition"),
  }),
} satisfies Kind<"log">
