import { builder } from "../builder.ts"
import type { Point, Series } from "./series.ts"
import { readResponseTimes } from "./series.ts"

const SeriesStep = builder.enumType("SeriesStep", {
  description: "How much time one point of a chart stands for. Hours and days are UTC.",
  values: {
    AUTO: {
      value: "auto",
      description: "Minutes up to six hours, hours up to two weeks, days beyond.",
    },
    MINUTE: { value: "minute", description: "A minute; windows of a day at most." },
    HOUR: { value: "hour", description: "An hour; windows of 62 days at most." },
    DAY: { value: "day", description: "A day; windows of 1,500 days at most." },
  } as const,
})

const ResponseTime = builder.objectRef<Point>("ResponseTime").implement({
  description: "How fast the target answered in one step. Milliseconds throughout.",
  fields: (t) => {
    const quantile = (name: "average" | "p50" | "p90" | "p99" | "max", description: string) =>
      t.float({ description, resolve: (point) => point[name] })
    const phase = (
      name: "dns" | "connect" | "tls" | "firstByte" | "transfer",
      description: string,
    ) => t.float({ nullable: true, description, resolve: (point) => point[name] })
    return {
      at: t.field({
        type: "DateTime",
        description: "Where the step begins.",
        resolve: ({ at }) => at,
      }),
      checks: t.int({
        description: "How many checks were answered.",
        resolve: ({ checks }) => checks,
      }),
      averageMs: quantile("average", "The average time of a whole check."),
      p50Ms: quantile("p50", "Half of the checks took no longer; of a whole day within 2 %."),
      p90Ms: quantile("p90", "Nine of ten took no longer; of a whole day within 2 %."),
      p99Ms: quantile("p99", "Ninety-nine of a hundred took no longer; of a day within 2 %."),
      maxMs: quantile("max", "The slowest."),
      dnsMs: phase("dns", "Average time to resolve the name; null where no check did, as below."),
      connectMs: phase("connect", "Average time to connect."),
      tlsMs: phase("tls", "Average time of the TLS handshake."),
      firstByteMs: phase("firstByte", "Average time to the first byte of the answer."),
      transferMs: phase("transfer", "Average time from the first byte to the last."),
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
    to: t.field({ type: "DateTime", description: "Its end, excluded.", resolve: ({ to }) => to }),
    step: t.field({
      type: SeriesStep,
      description: "What one point stands for; never AUTO.",
      resolve: ({ step }) => step,
    }),
    points: t.field({
      type: [ResponseTime],
      description: "Oldest first. A step in which nothing was answered has no point.",
      resolve: ({ points }) => points,
    }),
  }),
})

builder.prismaObjectField("Monitor", "responseTimes", (t) =>
  t.field({
    type: ResponseTimes,
    description: "How fast its target answered, for a chart.",
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "Where it begins." }),
      to: t.arg({
        type: "DateTime",
        required: true,
        description: "Where it ends; a moment in the future stands for now.",
      }),
      step: t.arg({
        type: SeriesStep,
        required: true,
        defaultValue: "auto",
        description: "How much time one point stands for.",
      }),
    },
    resolve: ({ seq }, args, ctx) => readResponseTimes(ctx, seq, args),
  }),
)
