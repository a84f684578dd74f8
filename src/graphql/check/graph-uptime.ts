import { builder } from "../builder.ts"
import type { Times, Uptime as Value } from "./uptime.ts"
import { readUptime, readUptimeByDay } from "./uptime.ts"

const Uptime = builder.objectRef<Value>("Uptime").implement({
  description:
    "How much of a window a monitor was up. Time that was unknown, paused, under maintenance or before its creation counts neither way.",
  fields: (t) => {
    const seconds = (state: keyof Times, description: string) =>
      t.float({ description, resolve: ({ times }) => times[state] / 1000 })
    return {
      from: t.field({
        type: "DateTime",
        description: "Where the window begins.",
        resolve: ({ from }) => from,
      }),
      to: t.field({
        type: "DateTime",
        description: "Where it ends, this moment excluded; never in the future.",
        resolve: ({ to }) => to,
      }),
      percent: t.float({
        nullable: true,
        description: "0 to 100, of the time that was seen; null where none was. Degraded is up.",
        resolve: ({ percent }) => percent,
      }),
      coverage: t.float({
        description:
          "0 to 1: the share of the window that was seen, which the percentage is about.",
        resolve: ({ coverage }) => coverage,
      }),
      operationalSeconds: seconds("operational", "Seconds in which all was well."),
      degradedSeconds: seconds("degraded", "Seconds in which it worked, but not as it should."),
      offlineSeconds: seconds("offline", "Seconds in which it did not work."),
      unknownSeconds: seconds("unknown", "Seconds in which nobody looked, or we could not see."),
      maintenanceSeconds: seconds("maintenance", "Seconds under maintenance, whatever was seen."),
    }
  },
})

builder.prismaObjectField("Monitor", "uptime", (t) =>
  t.field({
    type: Uptime,
    description: "Its uptime in any window.",
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "Where it begins." }),
      to: t.arg({
        type: "DateTime",
        required: true,
        description: "Where it ends; a moment in the future stands for now.",
      }),
    },
    resolve: ({ seq }, window, ctx) => readUptime(ctx, seq, window),
  }),
)

builder.prismaObjectField("Monitor", "uptimeByDay", (t) =>
  t.field({
    type: [Uptime],
    description:
      "Its uptime on each of the last days (UTC), oldest first; the last is today so far.",
    args: {
      days: t.arg.int({
        required: true,
        description: "How many days, today among them: 1 to 365.",
      }),
    },
    resolve: ({ seq }, args, ctx) => readUptimeByDay(ctx, seq, args),
  }),
)
