import type { SavedView as Row } from "../../../../prisma/generated/client.ts"
import { builder } from "../../kernel/builder.ts"
import { deleteView } from "./delete-view.ts"
import { saveView } from "./save-view.ts"

const SavedViewPage = builder.enumType("SavedViewPage", {
  description: "The page of a saved view.",
  values: {
    MONITORS: { value: "monitors", description: "The list of monitors." },
    LOGS: { value: "logs", description: "Logs." },
    TRACES: { value: "traces", description: "Traces." },
    METRICS: { value: "metrics", description: "Metrics." },
  } as const,
})

const SavedView = builder.objectRef<Row>("SavedView").implement({
  description: "A person's name for a filtered list.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    page: t.expose("page", { type: SavedViewPage, description: "The page of the list." }),
    name: t.exposeString("name", { description: "Unique for the person in the project." }),
    search: t.exposeString("search", {
      description: "The search parameters of the list's URL, such as status=offline.",
    }),
  }),
})

builder.prismaObjectField("Project", "savedViews", (t) =>
  t.field({
    type: [SavedView],
    description: "The signed-in person's own views, by name, at most 50; none for keys.",
    args: { page: t.arg({ type: SavedViewPage, description: "Only views of this page." }) },
    resolve: ({ id: projectId }, { page }, { actor, database }) =>
      actor.kind === "user"
        ? database.prisma.savedView.findMany({
            where: { userId: actor.userId, projectId, ...(page ? { page } : {}) },
            orderBy: { name: "asc" },
          })
        : [],
  }),
)

builder.mutationFields((t) => ({
  saveView: t.field({
    type: SavedView,
    description:
      "Saves a filtered list under a name, replacing the view of that name and page. Needs a signed-in member.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      page: t.arg({ type: SavedViewPage, description: "The page; MONITORS if left out." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      search: t.arg.string({
        required: true,
        description: "The search parameters of the list's URL, at most 2,000 characters.",
      }),
    },
    resolve: (_root, { page, ...args }, ctx) =>
      saveView(ctx, { ...args, ...(page ? { page } : {}) }),
  }),
  deleteView: t.id({
    description: "Deletes one's own view and returns its id. Needs a signed-in person.",
    args: { id: t.arg.id({ required: true, description: "The view." }) },
    resolve: (_root, args, ctx) => deleteView(ctx, args.id),
  }),
}))
