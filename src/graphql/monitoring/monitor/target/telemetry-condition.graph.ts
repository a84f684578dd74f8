import { builder } from "../../../kernel/builder.ts"
import { valuesOf } from "../../../kernel/values-of.ts"
import type { Measure, TelemetryCondition } from "../rules/telemetry-condition.ts"

const MeasureType = builder.enumType("TelemetryMeasure", {
  description: "What a monitor on telemetry measures in each window.",
  values: valuesOf<Measure>({
    records: "Log records that match.",
    new_patterns: "Kinds of log messages that match and were not seen in the 24 hours before.",
    calls: "Spans that match.",
    error_percent: "Spans with status Error among those that match, in percent.",
    duration_p95: "95th percentile of the duration of spans, in milliseconds.",
    points: "Data points of a metric; below 1 is its absence.",
    avg: "Mean of a gauge, sum or histogram.",
    min: "Least value of a gauge or sum.",
    max: "Greatest value of a gauge or sum.",
    sum: "Sum of the last values of all streams, or of a histogram's values.",
    rate: "Growth of a sum or count of a histogram per second, with resets.",
    increase: "Growth of a sum or count of a histogram in the window, with resets.",
    p50: "Median of a histogram or summary.",
    p75: "75th percentile of a histogram or summary.",
    p90: "90th percentile of a histogram or summary.",
    p95: "95th percentile of a histogram or summary.",
    p99: "99th percentile of a histogram or summary.",
  }),
})

const ComparisonType = builder.enumType("ThresholdComparison", {
  description: "On which side of the threshold a value is a failure.",
  values: valuesOf({
    above: "Greater than the threshold.",
    below: "Less than the threshold.",
  }),
})

const texts = {
  query: "What to search for, as in the explorer: `service:cart level>=error`; empty for all.",
  metric: "METRIC: the name of the metric.",
  instrument: "METRIC: gauge, sum, histogram, exponential_histogram or summary.",
  by: "A field such as service or attr.region: measured for each of its values, and the worst counts.",
  comparison: "On which side of the threshold a value is a failure.",
  threshold: "The value to compare with, in the unit of the measure.",
  minutes: "Length of a window, 1 to 1,440 minutes; 5 by default.",
  windows: "Number of windows, 1 to 10; 1 by default.",
  failing: "How many of them must be out of bounds; 1 by default.",
}

export const TelemetryConditionType = builder
  .objectRef<TelemetryCondition>("TelemetryCondition")
  .implement({
    description:
      "When telemetry is a failure. Windows end where telemetry has arrived, not at the current time.",
    fields: (t) => ({
      query: t.exposeString("query", { description: texts.query }),
      measure: t.expose("measure", { type: MeasureType, description: "What is measured." }),
      metric: t.exposeString("metric", { nullable: true, description: texts.metric }),
      instrument: t.exposeString("instrument", { nullable: true, description: texts.instrument }),
      by: t.exposeString("by", { nullable: true, description: texts.by }),
      comparison: t.expose("comparison", { type: ComparisonType, description: texts.comparison }),
      threshold: t.exposeFloat("threshold", { description: texts.threshold }),
      minutes: t.exposeInt("minutes", { description: texts.minutes }),
      windows: t.exposeInt("windows", { description: texts.windows }),
      failing: t.exposeInt("failing", { description: texts.failing }),
    }),
  })

export const TelemetryConditionInput = builder.inputType("TelemetryConditionInput", {
  description: "When telemetry is a failure.",
  fields: (t) => ({
    query: t.string({ description: texts.query }),
    measure: t.field({ type: MeasureType, required: true, description: "What is measured." }),
    metric: t.string({ description: texts.metric }),
    instrument: t.string({ description: texts.instrument }),
    by: t.string({ description: texts.by }),
    comparison: t.field({ type: ComparisonType, required: true, description: texts.comparison }),
    threshold: t.float({ required: true, description: texts.threshold }),
    minutes: t.int({ description: texts.minutes }),
    windows: t.int({ description: texts.windows }),
    failing: t.int({ description: texts.failing }),
  }),
})

/** Null restores the default of a member. */
export const readCondition = (given: typeof TelemetryConditionInput.$inferInput) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
