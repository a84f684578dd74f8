import { builder } from "../builder.ts"
import { requireCursors } from "../cursor.ts"
import { requirePerson } from "../contact/save.ts"

export const AlertPage = builder.prismaObject("Page", {
  name: "AlertPage",
  description: "One person or room is told of one alert by one turn of a rule.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "alerts:read", noun: "alert" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    alert: t.relation("alert", { description: "What it tells of." }),
    round: t.exposeInt("round", { description: "Counts from 1; above 1 for repeats." }),
    ruleOrder: t.exposeInt("ruleOrder", {
      description: "The rule's place in its policy; 0 for the owners and admins as a last resort.",
    }),
    userId: t.exposeID("userId", {
      nullable: true,
      description: "The person; null for a room, and for an account that was deleted.",
    }),
    channelId: t.exposeID("channelId", {
      nullable: true,
      description: "The room's channel; null for a person, and where it was deleted.",
    }),
    name: t.string({
      nullable: true,
      description: "The person's or the room's name; null where that was deleted.",
      select: { user: { select: { name: true } }, channel: { select: { name: true } } },
      resolve: ({ user, channel }) => (user ?? channel)?.name ?? null,
    }),
    reason: t.exposeString("reason", { description: "Why it is this one, in a sentence." }),
    digestAt: t.expose("digestAt", {
      type: "DateTime",
      nullable: true,
      description: "When it is told of among others of the day; null where it is not, or was.",
    }),
    deliveries: t.relation("deliveries", {
      description: "The ways it is tried, and what was told over them since, as they are due.",
      query: { orderBy: [{ dueAt: "asc" }, { id: "asc" }] },
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
})

builder.queryField("ownPages", (t) =>
  t.prismaConnection({
    type: AlertPage,
    cursor: "id",
    description: "What the signed-in person was paged for in their projects, newest first.",
    resolve: async (query, _root, args, ctx) => {
      const userId = requirePerson(ctx)
      const where = { userId, project: { members: { some: { userId } } } }
      await requireCursors(args, (id) =>
        ctx.database.prisma.page.count({ where: { ...where, id } }),
      )
      return ctx.database.prisma.page.findMany({
        ...query,
        where,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      })
    },
  }),
)
