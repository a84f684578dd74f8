import { readFindings } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

export const AlertPage = builder.prismaObject("Page", {
  name: "AlertPage",
  description: "A page of one alert to one person or team channel, sent by one step.",
  authScopes: ({ alertId, projectId }) => mayOfRow("alert", alertId, projectId, "alerts:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    projectId: t.exposeID("projectId", { description: "The project of the alert." }),
    alert: t.relation("alert", { description: "The alert." }),
    round: t.exposeInt("round", { description: "Counts from 1; above 1 for repeats." }),
    ruleOrder: t.exposeInt("ruleOrder", {
      description:
        "The rule's position in its policy; 0 for owners and admins as a last resort, -1 for a page by a person.",
    }),
    askedBy: t.exposeString("askedBy", {
      nullable: true,
      description: "Name of the person who paged them; null for a step of the policy.",
    }),
    userId: t.exposeID("userId", {
      nullable: true,
      description: "The person; null for a team channel or a deleted account.",
    }),
    channelId: t.exposeID("channelId", {
      nullable: true,
      description: "The team channel; null for a person or if it was deleted.",
    }),
    name: t.string({
      nullable: true,
      description: "The name of the person or channel; null if deleted.",
      select: { user: { select: { name: true } }, channel: { select: { name: true } } },
      resolve: ({ user, channel }) => (user ?? channel)?.name ?? null,
    }),
    ...t.explained("reason", "Why it was paged, in English.", ({ findings, reason }) =>
      readFindings(findings, reason),
    ),
    digestAt: t.expose("digestAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the daily digest will include it; null if it is not in a digest or was sent.",
    }),
    deliveries: t.relation("deliveries", {
      description: "Its deliveries and later updates, in order of due time.",
      query: { orderBy: [{ dueAt: "asc" }, { id: "asc" }] },
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

const newest = keysetOf("own-pages", { createdAt: byTime }, { isDescending: true })

builder.queryField("ownPages", (t) =>
  t.connection({
    type: AlertPage,
    description: "Pages to the signed-in person in their projects, newest first.",
    resolve: async (_root, args, ctx, info) => {
      const userId = requirePerson(ctx)
      const where = { userId, project: { members: { some: { userId } } } }
      const rows = await ctx.database.prisma.page.findMany({
        ...includeNodes(ctx, info),
        ...newest.query(args, where),
      })
      const { edges, pageInfo } = newest.page(args, rows)
      const areSeen = await Promise.all(
        edges.map(({ node: { projectId, alertId } }) =>
          ctx.access.sees(projectId, { type: "alert", id: alertId }),
        ),
      )
      return { edges: edges.filter((_edge, at) => areSeen[at]), pageInfo }
    },
  }),
)
