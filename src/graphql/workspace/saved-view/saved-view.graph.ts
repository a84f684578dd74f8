import type { SavedView as Row } from "../../../../prisma/generated/client.ts"
import { builder } from "../../kernel/builder.ts"
import { deleteView } from "./delete-view.ts"
import { saveView } from "./save-view.ts"

const SavedView = builder.objectRef<Row>("SavedView").implement({
  description: "A person's name for a filtered list of monitors.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
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
    resolve: ({ id: projectId }, _args, { actor, database }) =>
      actor.kind === "user"
        ? database.prisma.savedView.findMany({
            where: { userId: actor.userId, projectId },
            orderBy: { name: "asc" },
          })
        : [],
  }),
)

builder.mutationFields((t) => ({
  saveView: t.field({
    type: SavedView,
    description:
      "Saves a filtered list under a name, replacing the view of that name. Needs a signed-in member.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      search: t.arg.string({
        required: true,
        description: "The search parameters of the list's URL, at most 2,000 characters.",
      }),
    },
    resolve: (_root, args, ctx) => saveView(ctx, args),
  }),
  deleteView: t.id({
    description: "Deletes one's own view and returns its id. Needs a signed-in person.",
    args: { id: t.arg.id({ required: true, description: "The view." }) },
    resolve: (_root, args, ctx) => deleteView(ctx, args.id),
  }),
}))
