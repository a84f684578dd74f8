import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { omitNulls } from "../../kernel/input.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { connectionOf } from "../../kernel/keyset.ts"
import { createTeam } from "./create-team.ts"
import { deleteTeam } from "./delete-team.ts"
import { findTeam } from "../schedule/find-on-call.ts"
import { OnCallPerson } from "../schedule/person.graph.ts"
import { listByName } from "../schedule/list-on-call.ts"
import { updateTeam } from "./update-team.ts"

const Team = builder.prismaObject("Team", {
  description: "Members of a project who are paged together.",
  authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "team"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    people: t.field({
      type: [OnCallPerson],
      description: "Its members, at most 200. People who leave the project are removed.",
      select: {
        projectId: true,
        members: {
          select: { member: { select: { userId: true, user: { select: { name: true } } } } },
          orderBy: { member: { userId: "asc" } },
        },
      },
      resolve: ({ projectId, members }) =>
        members.map(({ member: { userId, user } }) => ({ projectId, userId, name: user.name })),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

builder.prismaObjectField("Project", "teams", (t) =>
  t.connection({
    type: Team,
    description: "The project's teams, by name. Needs on_call:read.",
    resolve: async ({ id }, args, context, info) => {
      const page = await listByName(context, "teams", id, args)
      const rows = await context.database.prisma.team.findMany({
        ...includeNodes(context, info),
        where: { id: { in: page.ids } },
      })
      return connectionOf(page, rows)
    },
  }),
)

const reread = rereadAs("Team")

builder.queryField("team", (t) =>
  t.prismaField({
    type: Team,
    nullable: true,
    description: "One team. Needs on_call:read.",
    args: { id: t.arg.id({ required: true, description: "The team." }) },
    resolve: (query, _root, { id }, ctx) => reread(query, ctx, findTeam(ctx, id, "on_call:read")),
  }),
)

builder.mutationFields((t) => ({
  createTeam: t.prismaField({
    type: Team,
    description: "Creates a team. Needs on_call:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      userIds: t.arg.idList({ description: "Users of project members, at most 200." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, createTeam(ctx, omitNulls(args))),
  }),
  updateTeam: t.prismaField({
    type: Team,
    description: "Updates the given fields. Needs on_call:write.",
    args: {
      id: t.arg.id({ required: true, description: "The team." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      userIds: t.arg.idList({ description: "Replaces its members." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, updateTeam(ctx, omitNulls(args))),
  }),
  deleteTeam: t.id({
    description:
      "Deletes a team and returns its id. Policy rules that name it lose a target. Needs on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The team." }) },
    resolve: (_root, { id }, ctx) => deleteTeam(ctx, id),
  }),
}))
