import { reasonOf, say } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { readTimeline, type ReadTimeline } from "./read-timeline.ts"
import type { TimelineNext } from "./rules/timeline-node.ts"
import { TimelineNode } from "./timeline-node.graph.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

const TimelineNextStep = builder.objectRef<TimelineNext>("TimelineNext").implement({
  description: "What happens next to an alert, unless somebody acts or it recovers first.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime", description: "When it is due." }),
    title: t.string({
      description: "What is due, such as who is paged and how, in English.",
      resolve: ({ title }) => say([title]),
    }),
    titleFinding: t.field({
      type: Finding,
      description: "The title as data.",
      resolve: ({ title }) => title,
    }),
    detail: t.string({
      nullable: true,
      description: "More about it, in English.",
      resolve: ({ findings }) => reasonOf(findings),
    }),
    findings: t.expose("findings", { type: [Finding], description: "The detail as data." }),
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
