import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { id, parse } from "../input.ts"
import { createProject } from "./create.ts"
import { deleteProject } from "./delete.ts"
import { monitorLimit, statusPageLimit } from "./limits.ts"
import { mine } from "./mine.ts"
import { renameProject } from "./rename.ts"

export const Plan = builder.enumType("Plan", {
  description: "What a project may do and hold.",
  values: {
    FREE: { value: "free", description: "Keys read only; 10 monitors and 1 status page." },
    PRO: { value: "pro", description: "Keys read and write; no limits on monitors and pages." },
  } as const,
})

builder.prismaObject("Project", {
  description: "A team's own space.",
  authScopes: ({ id }) => ({ may: { projectId: id, permission: "project:read", noun: "project" } }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    plan: t.expose("plan", { type: Plan, description: "The plan it is on." }),
    monitorLimit: t.int({
      nullable: true,
      description: "How many monitors its plan allows; null for no limit.",
      resolve: (project) => monitorLimit(project.plan),
    }),
    statusPageLimit: t.int({
      nullable: true,
      description: "How many status pages its plan allows; null for no limit.",
      resolve: (project) => statusPageLimit(project.plan),
    }),
    permissions: t.stringList({
      description: "What the one who asks may do here, such as monitors:write.",
      resolve: (project, _args, { access }) => access.permissions(project.id),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    labels: t.relatedConnection("labels", {
      cursor: "id",
      description: "Labels by name.",
      authScopes: async ({ id }, page, { database }) => {
        await requireCursors(page, (row) =>
          database.prisma.label.count({ where: { id: row, projectId: id } }),
        )
        return true
      },
      query: (args) => checkedPage(args, { orderBy: [{ name: "asc" }, { id: "asc" }] }),
    }),
  }),
})

builder.queryField("project", (t) =>
  t.prismaField({
    type: "Project",
    nullable: true,
    description: "One project.",
    args: { id: t.arg.id({ required: true, description: "The project." }) },
    resolve: async (query, _root, args, { access, database }) => {
      const where = { id: parse(id, args.id) }
      await access.require(where.id, "project:read")
      return database.prisma.project.findUnique({ ...query, where })
    },
  }),
)

builder.queryField("projects", (t) =>
  t.prismaConnection({
    type: "Project",
    cursor: "id",
    description: "The projects of the one who asks, by name: a person's own, or a key's one.",
    totalCount: (_root, _args, { actor, database }) =>
      database.prisma.project.count({ where: mine(actor) }),
    resolve: async (query, _root, args, { actor, database }) => {
      await requireCursors(args, (id) =>
        database.prisma.project.count({ where: { AND: [{ id }, mine(actor)] } }),
      )
      return database.prisma.project.findMany({
        ...query,
        where: mine(actor),
        orderBy: [{ name: "asc" }, { id: "asc" }],
      })
    },
  }),
)

builder.mutationField("createProject", (t) =>
  t.prismaField({
    type: "Project",
    description: "Makes a project and its maker the owner. Only for signed-in people.",
    args: { name: t.arg.string({ required: true, description: "1 to 200 characters." }) },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await createProject(ctx, args)
      return ctx.database.prisma.project.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)

builder.mutationField("renameProject", (t) =>
  t.prismaField({
    type: "Project",
    description: "Gives a project another name. Needs project:write.",
    args: {
      id: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await renameProject(ctx, args)
      return ctx.database.prisma.project.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)

builder.mutationField("deleteProject", (t) =>
  t.id({
    description:
      "Deletes a project for good, with everything in it; answers its id. Needs project:delete.",
    args: {
      id: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({
        required: true,
        description: "The project's name, typed as it is, to show that this is meant.",
      }),
    },
    resolve: (_root, args, ctx) => deleteProject(ctx, args),
  }),
)
