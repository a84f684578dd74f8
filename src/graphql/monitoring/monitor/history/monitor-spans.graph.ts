import { builder } from "../../../kernel/builder.ts"
import { invalid } from "../../../kernel/errors.ts"
import { readSpans, type Span, unnamed } from "./monitor-spans.ts"

const mostMs = 400 * 86_400_000

const SpanKind = builder.enumType("MonitorSpanKind", {
  description: "Why there were no checks, or no alerts.",
  values: {
    PAUSED: { value: "paused", description: "The monitor was paused." },
    NO_DATA: { value: "absent", description: "Checks were due but none ran." },
    MAINTENANCE: { value: "maintenance", description: "The monitor was in maintenance." },
    MUTED: { value: "muted", description: "Alerts were muted." },
    PARENT_DOWN: { value: "parent_down", description: "The parent monitor was offline." },
  } as const,
})

const SpanRef = builder.objectRef<Span>("MonitorSpan").implement({
  description: "A span of time without checks or without alerts.",
  fields: (t) => ({
    kind: t.expose("kind", { type: SpanKind, description: "The reason." }),
    name: t.exposeString("name", {
      nullable: true,
      description: "Title of the maintenance, or name of the parent.",
    }),
    from: t.expose("from", { type: "DateTime", description: "The start." }),
    until: t.expose("until", {
      type: "DateTime",
      nullable: true,
      description: "The end; null if it has not ended.",
    }),
  }),
})

builder.prismaObjectField("Monitor", "spans", (t) =>
  t.field({
    type: [SpanRef],
    description:
      "When it was paused, without data, in maintenance, muted or below an offline parent, in a window of at most 400 days.",
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "The start." }),
      to: t.arg({ type: "DateTime", required: true, description: "The end." }),
    },
    resolve: async ({ id }, { from, to }, ctx) => {
      if (to < from) throw invalid("#/to", "must not be earlier than from")
      if (to.getTime() - from.getTime() > mostMs) {
        throw invalid("#/to", "must be at most 400 days after from")
      }
      const monitor = await ctx.database.prisma.monitor.findUniqueOrThrow({ where: { id } })
      const known = await readSpans(ctx, monitor, from, to)
      const isLimited = (await ctx.access.limit(monitor.projectId)) !== null
      const spans = isLimited ? unnamed(known) : known
      return spans.toSorted((a, b) => a.from.getTime() - b.from.getTime())
    },
  }),
)
