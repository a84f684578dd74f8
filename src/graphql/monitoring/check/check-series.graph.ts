import { builder } from "../../kernel/builder.ts"
import {
  readQuantiles,
  readResponseTimes,
  type Point,
  type Quantiles,
  type Series,
} from "./check-series.ts"

const SeriesStep = builder.enumType("SeriesStep", {
  description: "The time span of one point of a chart. Hours and days are UTC.",
  values: {
    AUTO: {
      value: "auto",
      description: "Minutes up to six hours, hours up to two weeks, days beyond.",
    },
    MINUTE: { value: "minute", description: "One minute; windows of at most a day." },
    TEN_MINUTES: {
      value: "tenMinutes",
      description: "Ten minutes; windows of at most three days.",
    },
    HOUR: { value: "hour", description: "One hour; windows of at most 62 days." },
    DAY: { value: "day", description: "One day; windows of at most 1,500 days." },
  } as const,
})

const ResponseTime = builder.objectRef<Point>("ResponseTime").implement({
  description: "Response times of a target in one step, in milliseconds.",
  fields: (t) => {
    const quantile = (
      name: "average" | "p50" | "p90" | "p95" | "p99" | "max",
      description: string,
    ) => t.float({ description, resolve: (point) => point[name] })
    const phase = (
      name: "dns" | "connect" | "tls" | "firstByte" | "transfer",
      description: string,
    ) => t.float({ nullable: true, description, resolve: (point) => point[name] })
    return {
      at: t.field({
        type: "DateTime",
        description: "Start of the step.",
        resolve: ({ at }) => at,
      }),
      checks: t.int({
        description: "Number of checks with a response.",
        resolve: ({ checks }) => checks,
      }),
      averageMs: quantile("average", "The average time of a whole check."),
      p50Ms: quantile("p50", "Median; accurate to 2% for a whole day."),
      p90Ms: quantile("p90", "90th percentile; accurate to 2% for a whole day."),
      p95Ms: quantile("p95", "95th percentile; accurate to 2% for hours and days."),
      p99Ms: quantile("p99", "99th percentile; accurate to 2% for a whole day."),
      maxMs: quantile("max", "The slowest."),
      dnsMs: phase(
        "dns",
        "Average time to resolve the name; null if no check did. The same applies below.",
      ),
      connectMs: phase("connect", "Average time to connect."),
      tlsMs: phase("tls", "Average time of the TLS handshake."),
      firstByteMs: phase("firstByte", "Average time to the first byte of the response."),
      transferMs: phase("transfer", "Average time from the first byte to the last."),
    }
  },
})

const Overall = builder.objectRef<Quantiles>("ResponseTimeQuantiles").implement({
  description: "Response times of a whole window in milliseconds, accurate to 2%.",
  fields: (t) => {
    const quantile = (name: "p50" | "p95" | "p99", description: string) =>
      t.float({ nullable: true, description, resolve: (found) => found[name] })
    return {
      checks: t.exposeInt("checks", { description: "Number of checks with a response." }),
      p50Ms: quantile("p50", "Median; null without a response, as below."),
      p95Ms: quantile("p95", "95th percentile."),
      p99Ms: quantile("p99", "99th percentile."),
    }
  },
})

const ResponseTimes = builder.objectRef<Series>("ResponseTimes").implement({
  description: "A chart of response times.",
  fields: (t) => ({
    from: t.field({
      type: "DateTime",
      description: "The window, widened to whole steps.",
      resolve: ({ from }) => from,
    }),
    to: t.field({
      type: "DateTime",
      description: "End of the time range, exclusive.",
      resolve: ({ to }) => to,
    }),
    step: t.field({
      type: SeriesStep,
      description: "The step used; never AUTO.",
      resolve: ({ step }) => step,
    }),
    overall: t.field({
      type: Overall,
      description: "Quantiles of all responses of the window.",
      resolve: (series, _args, ctx) =>
        ctx.database.read((database) => readQuantiles({ database }, series)),
    }),
    points: t.field({
      type: [ResponseTime],
      description: "Points, oldest first. Steps without a response have no point.",
      resolve: ({ points }) => points,
    }),
  }),
})

builder.prismaObjectField("Monitor", "responseTimes", (t) =>
  t.field({
    type: ResponseTimes,
    description: "Response times of its target, for a chart.",
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "The start." }),
      to: t.arg({
        type: "DateTime",
        required: true,
        description: "The end; a time in the future means now.",
      }),
      step: t.arg({
        type: SeriesStep,
        required: true,
        defaultValue: "auto",
        description: "The time span of one point.",
      }),
    },
    resolve: ({ seq }, args, ctx) =>
      ctx.database.read((database) => readResponseTimes({ ...ctx, database }, seq, args)),
  }),
)
