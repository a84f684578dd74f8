import { builder } from "../../kernel/builder.ts"
import { itsFindings } from "../../kernel/finding.graph.ts"
import { readTimeline, type ReadTimeline } from "./read-timeline.ts"
import type { TimelineNext } from "./rules/timeline-node.ts"
import { TimelineNode } from "./timeline-node.graph.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

const TimelineNextStep = builder.objectRef<TimelineNext>("TimelineNext").implement({
  description: "What happens next to an alert, unless somebody acts or it recovers first.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime", description: "When it is due." }),
    ...t.explainedByOne(
      "title",
      "What is due, such as who is paged and how, in English.",
      ({ title }) => title,
      { data: "titleFinding" },
    ),
    ...t.explainedOrNull("detail", "More about it, in English.", itsFindings),
  }),
})

const AlertTimeline = builder.objectRef<ReadTimeline>("AlertTimeline").implement({
  description:
    "What happened to an alert from the first failed check to its resolution, what was not done and why, and what comes next.",
  fields: (t) => ({
    nodes: t.field({
      type: [TimelineNode],
      description: "What happened, oldest first. Long flaps and runs of failures are shortened.",
      resolve: ({ nodes, rows, projectId }) => nodes.map((node) => ({ ...node, rows, projectId })),
    }),
    next: t.field({
      type: [TimelineNextStep],
      description: "What comes next, earliest first; empty if nothing is due.",
      resolve: ({ next }) => next,
    }),
  }),
})

/** Its name, and the one that it had before. */
const names = [{ name: "timeline" }, { name: "story", deprecationReason: "Use timeline." }] as const

for (const { name, ...deprecated } of names) {
  builder.prismaObjectField("Alert", name, (t) =>
    t.field({
      ...deprecated,
      type: AlertTimeline,
      description: "Its timeline, built from what is stored. Needs monitors:read.",
      authScopes: ({ id, projectId }) => mayOfRow("alert", id, projectId, "monitors:read"),
      resolve: ({ id }, _args, ctx) => readTimeline(ctx, id),
    }),
  )
}
