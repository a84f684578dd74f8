import { builder } from "../../kernel/builder.ts"
import { readUptime, readUptimeByDay, type Uptime as Value } from "./check-uptime.ts"
import { excludedMsOf, percentOf, uncorrected, type Times } from "./rules/uptime-times.ts"

export const Uptime = builder.objectRef<Value>("Uptime").implement({
  description:
    "How much of a window a monitor, or all monitors of a project together, were up. Time that was unknown, paused, under maintenance, before its creation or excluded by a correction counts neither way.",
  fields: (t) => {
    const seconds = (state: Exclude<keyof Times, "excluded">, description: string) =>
      t.float({ description, resolve: ({ times }) => times[state] / 1000 })
    return {
      from: t.field({
        type: "DateTime",
        description: "Start of the window.",
        resolve: ({ from }) => from,
      }),
      to: t.field({
        type: "DateTime",
        description: "End of the window, exclusive; never in the future.",
        resolve: ({ to }) => to,
      }),
      percent: t.float({
        nullable: true,
        description:
          "Uptime from 0 to 100, of the time with data; null without data. Degraded counts as up.",
        resolve: ({ percent }) => percent,
      }),
      coverage: t.float({
        description:
          "0 to 1: the share of the window with data, to which the percentage applies; for a project, of the time since each monitor was created.",
        resolve: ({ coverage }) => coverage,
      }),
      operationalSeconds: seconds("operational", "Seconds in which it worked."),
      degradedSeconds: seconds("degraded", "Seconds in which it worked, but not as it should."),
      offlineSeconds: seconds("offline", "Seconds in which it did not work."),
      unknownSeconds: seconds("unknown", "Seconds without checks or with inconclusive ones."),
      maintenanceSeconds: seconds("maintenance", "Seconds under maintenance, whatever the status."),
      excludedSeconds: t.float({
        description:
          "Seconds with data that corrections leave out; 0 for a figure that is not corrected.",
        resolve: ({ times }) => excludedMsOf(times) / 1000,
      }),
      uncorrectedPercent: t.float({
        nullable: true,
        description: "The percentage without corrections.",
        resolve: ({ times }) => percentOf(uncorrected(times)),
      }),
    }
  },
})

builder.prismaObjectFields("Monitor", (t) => ({
  uptime: t.field({
    type: Uptime,
    description: "Its uptime in any window.",
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "The start." }),
      to: t.arg({
        type: "DateTime",
        required: true,
        description: "The end; a time in the future means now.",
      }),
    },
    resolve: ({ seq }, window, ctx) =>
      ctx.database.read((database) => readUptime({ ...ctx, database }, seq, window)),
  }),
  uptimeByDay: t.field({
    type: [Uptime],
    description: "Uptime per day (UTC), oldest first; the last day is today so far.",
    args: {
      days: t.arg.int({
        required: true,
        description: "Number of days including today, 1 to 365.",
      }),
    },
    resolve: ({ seq }, args, ctx) =>
      ctx.database.read((database) => readUptimeByDay({ ...ctx, database }, seq, args)),
  }),
}))
