import { builder } from "../builder.ts"
import { createGroup } from "./create-group.ts"
import { deleteGroup } from "./delete-group.ts"
import { updateGroup } from "./update-group.ts"

builder.mutationFields((t) => ({
  createStatusPageGroup: t.prismaField({
    type: "StatusPageGroup",
    description: "Adds a group below the others of a page. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await createGroup(ctx, args)
      return ctx.database.prisma.statusPageGroup.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  updateStatusPageGroup: t.prismaField({
    type: "StatusPageGroup",
    description:
      "Renames a group, or puts it elsewhere with all that stands in it. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The group." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      position: t.arg.int({
        description: "Its place among the groups from 1; beyond the end is the end.",
      }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await updateGroup(ctx, {
        id: args.id,
        name: args.name ?? undefined,
        position: args.position ?? undefined,
      })
      return ctx.database.prisma.statusPageGroup.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  deleteStatusPageGroup: t.id({
    description:
      "Deletes a group; what stood in it stays on the page. Answers its id. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The group." }) },
    resolve: (_root, { id }, ctx) => deleteGroup(ctx, id),
  }),
}))
