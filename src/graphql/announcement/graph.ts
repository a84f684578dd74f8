import { builder } from "../builder.ts"
import { createAnnouncement } from "./create.ts"
import { removeAnnouncement } from "./remove.ts"
import { updateAnnouncement } from "./update.ts"

builder.prismaObject("StatusPageAnnouncement", {
  description: "Words that a page shows for a time, whatever its components do.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) => ({
    may: { projectId, permission: "status_pages:read", noun: "announcement" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    body: t.exposeString("body", { description: "1 to 2,000 characters." }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "From when it is shown." }),
    endsAt: t.expose("endsAt", {
      type: "DateTime",
      nullable: true,
      description: "Until when; null until it is taken away.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
})

builder.prismaObjectField("StatusPage", "announcements", (t) =>
  t.relation("announcements", {
    description: "Its announcements, the latest first, 100 at most.",
    query: { orderBy: [{ startsAt: "desc" }, { id: "desc" }], take: 100 },
  }),
)

builder.mutationFields((t) => ({
  announceOnStatusPage: t.prismaField({
    type: "StatusPageAnnouncement",
    description:
      "Shows words at the top of a page for a time; nobody is written to. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      body: t.arg.string({ required: true, description: "1 to 2,000 characters." }),
      startsAt: t.arg({ type: "DateTime", description: "From when; now where absent." }),
      endsAt: t.arg({
        type: "DateTime",
        description: "Until when; until it is taken away where absent.",
      }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await createAnnouncement(ctx, {
        ...args,
        startsAt: args.startsAt ?? undefined,
        endsAt: args.endsAt ?? null,
      })
      return ctx.database.prisma.statusPageAnnouncement.findUniqueOrThrow({
        ...query,
        where: { id },
      })
    },
  }),
  updateStatusPageAnnouncement: t.prismaField({
    type: "StatusPageAnnouncement",
    description: "Changes an announcement; what is absent stays. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The announcement." }),
      body: t.arg.string({ description: "1 to 2,000 characters." }),
      startsAt: t.arg({ type: "DateTime", description: "From when." }),
      endsAt: t.arg({ type: "DateTime", description: "Until when; null until it is taken away." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await updateAnnouncement(ctx, {
        id: args.id,
        body: args.body ?? undefined,
        startsAt: args.startsAt ?? undefined,
        endsAt: args.endsAt,
      })
      return ctx.database.prisma.statusPageAnnouncement.findUniqueOrThrow({
        ...query,
        where: { id },
      })
    },
  }),
  removeStatusPageAnnouncement: t.id({
    description: "Takes an announcement away; answers its id. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The announcement." }) },
    resolve: (_root, { id }, ctx) => removeAnnouncement(ctx, id),
  }),
}))
