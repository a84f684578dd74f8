import type { Project as Row } from "../../../../prisma/generated/client.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { includeNodes, relationPage, withTotal } from "../../kernel/connection.graph.ts"
import { Node } from "../../kernel/node.graph.ts"
import { byText, keysetOf } from "../../kernel/prisma-keyset.ts"
import { id, parse } from "../../kernel/input.ts"
import { selectsOnly } from "../../kernel/selected-fields.ts"
import { createProject } from "./create-project.ts"
import { deleteProject } from "./delete-project.ts"
import { monitorLimit, statusPageLimit } from "./rules/project-limits.ts"
import { mine } from "./list-my-projects.ts"
import { readProject } from "./read-project.ts"
import { renameProject } from "./rename-project.ts"
import { requireTwoFactor } from "./require-two-factor.ts"

export const Plan = builder.enumType("Plan", {
  description: "A project's features and limits.",
  values: valuesOf({
    free: "API keys are read-only; 10 monitors and 1 status page.",
    pro: "API keys read and write; no limits on monitors and status pages.",
  }),
})

const Project = builder.prismaObject("Project", {
  interfaces: [Node],
  description: "A team's workspace.",
  authScopes: ({ id }) => mayOf(id, "project:read", "project"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    plan: t.expose("plan", { type: Plan, description: "Its plan." }),
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
      description: "Permissions of the caller, such as monitors:write.",
      resolve: (project, _args, { access }) => access.permissions(project.id),
    }),
    isLimitedToLabels: t.boolean({
      description: "Whether the caller's access is limited to monitors with certain labels.",
      resolve: async ({ id }, _args, { access }) => (await access.limit(id)) !== null,
    }),
    requiresTwoFactor: t.exposeBoolean("requiresTwoFactor", {
      description:
        "Whether members need a second factor: one-time codes, a passkey, or a sign-in at the identity provider.",
    }),
    needsTwoFactor: t.boolean({
      description:
        "Whether the caller can read nothing else of it before signing in with a second factor.",
      resolve: ({ id }, _args, { access }) => access.needsTwoFactor(id),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

builder.prismaObjectField("Project", "labels", (t) =>
  relationPage(t, "labels", {
    order: keysetOf("labels", { name: byText }),
    async seen({ id: projectId }, rows, { access, database }, { after, before }) {
      const limit = await access.limit(projectId)
      if (limit === null) return rows
      if (after || before) return rows.filter((row) => limit.includes(row.id))
      // All at once: they may be far apart in the project's list.
      return database.prisma.label.findMany({
        where: { projectId, id: { in: [...limit] } },
        orderBy: [{ name: "asc" }, { id: "asc" }],
      })
    },
    description: "Labels by name.",
  }),
)

/** Fields that need only the project's id. */
const fieldsOfId = new Set([
  "__typename",
  "id",
  "permissions",
  "monitors",
  "incidents",
  "alerts",
  "maintenances",
  "slos",
  "counts",
  "overview",
  "onCallNow",
])

const reread = rereadAs("Project")

const byName = keysetOf("projects", { name: byText })

builder.queryFields((t) => ({
  project: t.prismaField({
    type: "Project",
    nullable: true,
    description: "One project.",
    args: { id: t.arg.id({ required: true, description: "The project." }) },
    resolve: async (query, _root, args, { access, database }, info) => {
      const projectId = parse(id, args.id)
      await access.require(projectId, "project:read")
      // It exists, as access to it was found; most queries need no more of it to read its lists.
      if (selectsOnly(info, fieldsOfId)) return { id: projectId } as Row
      return readProject(database, projectId, query)
    },
  }),
  projects: t.connection(
    {
      type: Project,
      description: "The caller's projects, ordered by name; for a key, its project.",
      resolve: async (_root, args, context, info) => {
        const rows = await context.database.prisma.project.findMany({
          ...includeNodes(context, info),
          ...byName.query(args, mine(context.actor)),
        })
        return byName.page(args, rows)
      },
    },
    withTotal((_parent, { actor, database }) =>
      database.prisma.project.count({ where: mine(actor) }),
    ),
  ),
}))

builder.mutationFields((t) => ({
  createProject: t.prismaField({
    type: "Project",
    description: "Creates a project with the caller as owner. Only for signed-in people.",
    args: { name: t.arg.string({ required: true, description: "1 to 200 characters." }) },
    resolve: (query, _root, args, ctx) => reread(query, ctx, createProject(ctx, args)),
  }),
  renameProject: t.prismaField({
    type: "Project",
    description: "Renames a project. Needs project:write.",
    args: {
      id: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, renameProject(ctx, args)),
  }),
  requireTwoFactor: t.prismaField({
    type: "Project",
    description:
      "Sets whether members of a project need a second factor. API keys are not affected. Needs security:write, which owners have, and a second factor of one's own.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      isRequired: t.arg.boolean({ required: true, description: "Whether it is required." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, requireTwoFactor(ctx, args)),
  }),
  deleteProject: t.id({
    description:
      "Deletes a project permanently, with everything in it, and returns its id. Needs project:delete.",
    args: {
      id: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({
        required: true,
        description: "The exact name of the project, as confirmation.",
      }),
    },
    resolve: (_root, args, ctx) => deleteProject(ctx, args),
  }),
}))
