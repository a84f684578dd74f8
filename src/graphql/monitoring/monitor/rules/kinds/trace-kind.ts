import { must, type Kind } from "./kind.ts"

export const trace = {
  title: "Traces",
  hint: "Errors and duration of a service",
  description: "Evaluates the spans of a service: errors, duration, throughput.",
  aliases: ["traces", "span", "apm"],
  checkedBy: "prober",
  required: ["telemetry"],
  optional: [],
  defaults: {},
  examples: { name: "Checkout latency" },
  assertions: [],
  measures: ["error_percent", "duration_p95", "calls"],
  readTarget: (_row, { telemetry }) => ({
    kind: "trace",
    condition: must(telemetry, "telemetry condition"),
  }),
} satisfies Kind<"trace">
