import { builder } from "../../kernel/builder.ts"
import type { ReadStory } from "./read-story.ts"
import { readStory } from "./read-story.ts"
import type { StoryNext } from "./rules/story-node.ts"
import { StoryNode } from "./story-node.graph.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

const StoryNextStep = builder.objectRef<StoryNext>("StoryNext").implement({
  description: "What happens next to an alert, unless somebody acts or it recovers first.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime", description: "When it is due." }),
    title: t.exposeString("title", { description: "What is due, such as who is paged and how." }),
    detail: t.exposeString("detail", { nullable: true, description: "More about it." }),
  }),
})

const AlertStory = builder.objectRef<ReadStory>("AlertStory").implement({
  description:
    "What happened to an alert from the first failed check to its resolution, what was not done and why, and what comes next.",
  fields: (t) => ({
    nodes: t.field({
      type: [StoryNode],
      description: "What happened, oldest first. Long flaps and runs of failures are shortened.",
      resolve: ({ nodes, rows, projectId }) => nodes.map((node) => ({ ...node, rows, projectId })),
    }),
    next: t.field({
      type: [StoryNextStep],
      description: "What comes next, earliest first; empty if nothing is due.",
      resolve: ({ next }) => next,
    }),
  }),
})

builder.prismaObjectField("Alert", "story", (t) =>
  t.field({
    type: AlertStory,
    description: "Its story, built from what is stored. Needs monitors:read.",
    authScopes: ({ id, projectId }) => mayOfRow("alert", id, projectId, "monitors:read"),
    resolve: ({ id }, _args, ctx) => readStory(ctx, id),
  }),
)
