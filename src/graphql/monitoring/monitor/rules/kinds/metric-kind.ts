import { must, type Kind } from "./kind.ts"

export const metric = {
  title: "Metric",
  hint: "A value that a service reports",
  description: "Compares a metric with a threshold.",
  aliases: ["metrics", "prometheus_metric"],
  checkedBy: "prober",
  required: ["telemetry"],
  optional: [],
  defaults: {},
  examples: { name: "Queue length" },
  assertions: [],
  measures: [
    "avg",
    "min",
    "max",
    "sum",
    "rate",
    "increase",
    "p50",
    "p75",
    "p90",
    "p95",
    "p99",
    "points",
  ],
  readTarget: (_row, { telemetry }) => ({
    kind: "metric",
    condition: must(telemetry, "telemetry condition"),
  }),
} satisfies Kind<"metric">
