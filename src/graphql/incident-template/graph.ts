import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { createTemplate } from "./create.ts"
import { deleteTemplate } from "./delete.ts"
import { placeholdersOf } from "./fill.ts"
import { findTemplate } from "./find.ts"
import { updateTemplate } from "./update.ts"

const IncidentTemplate = builder.prismaObject("IncidentTemplate", {
  description: "Words prepared for the next incident.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "incidents:read", noun: "incident template" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    title: t.exposeString("title", {
      description: "The title of an incident; {{region}} stands for a value given later.",
    }),
    body: t.exposeString("body", {
      description: "What is known, or the words of an update; may hold placeholders too.",
    }),
    placeholders: t.stringList({
      description: "The names within double braces of title and body, each once.",
      resolve: ({ title, body }) => placeholdersOf(`${title} ${body}`),
    }),
    severity: t.relation("severity", {
      nullable: true,
      description: "What an incident gets that is declared with it; null for the usual one.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

builder.prismaObjectField("Project", "incidentTemplates", (t) =>
  t.relatedConnection("incidentTemplates", {
    cursor: "id",
    description: "Its incident templates, by name. Needs incidents:read.",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.incidentTemplate.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "incidents:read", noun: "project" } }
    },
    query: (args) => checkedPage(args, { orderBy: [{ name: "asc" }, { id: "asc" }] }),
  }),
)

builder.queryField("incidentTemplate", (t) =>
  t.prismaField({
    type: IncidentTemplate,
    nullable: true,
    description: "One incident template. Needs incidents:read.",
    args: { id: t.arg.id({ required: true, description: "The template." }) },
    resolve: (_query, _root, { id }, ctx) => findTemplate(ctx, id, "incidents:read"),
  }),
)

builder.mutationFields((t) => ({
  createIncidentTemplate: t.prismaField({
    type: IncidentTemplate,
    description: "Prepares words for incidents and their updates. Needs incidents:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      title: t.arg.string({
        required: true,
        description: "1 to 200 characters; {{region}} and its like stand for values given later.",
      }),
      body: t.arg.string({ description: "At most 5,000 characters." }),
      severity: t.arg.string({ description: "The name of a severity; major where absent." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await createTemplate(ctx, {
        ...args,
        body: args.body ?? undefined,
        severity: args.severity ?? undefined,
      })
      return ctx.database.prisma.incidentTemplate.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  updateIncidentTemplate: t.prismaField({
    type: IncidentTemplate,
    description: "Changes a template; what is absent stays. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The template." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      body: t.arg.string({ description: "At most 5,000 characters." }),
      severity: t.arg.string({ description: "The name of a severity; null for the usual one." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await updateTemplate(ctx, {
        id: args.id,
        name: args.name ?? undefined,
        title: args.title ?? undefined,
        body: args.body ?? undefined,
        severity: args.severity,
      })
      return ctx.database.prisma.incidentTemplate.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  deleteIncidentTemplate: t.id({
    description: "Deletes a template; answers its id. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The template." }) },
    resolve: (_root, { id }, ctx) => deleteTemplate(ctx, id),
  }),
}))
