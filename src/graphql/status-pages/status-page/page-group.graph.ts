import { builder } from "../../kernel/builder.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { omitNulls } from "../../kernel/input.ts"
import { createGroup } from "./create-group.ts"
import { deleteGroup } from "./delete-group.ts"
import { updateGroup } from "./update-group.ts"

const reread = rereadAs("StatusPageGroup")

builder.mutationFields((t) => ({
  createStatusPageGroup: t.prismaField({
    type: "StatusPageGroup",
    description: "Adds a group below the others of a page. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, createGroup(ctx, args)),
  }),
  updateStatusPageGroup: t.prismaField({
    type: "StatusPageGroup",
    description: "Renames, moves or folds a group with its resources. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The group." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      position: t.arg.int({
        description: "Position among the groups, from 1; a larger number means last.",
      }),
      isCollapsed: t.arg.boolean({
        description:
          "Whether it is folded when a visitor comes, unless something in it has a problem.",
      }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, updateGroup(ctx, omitNulls(args))),
  }),
  deleteStatusPageGroup: t.id({
    description:
      "Deletes a group and returns its id; its resources stay on the page. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The group." }) },
    resolve: (_root, { id }, ctx) => deleteGroup(ctx, id),
  }),
}))
