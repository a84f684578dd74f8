import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { omitNulls } from "../../kernel/input.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byText, keysetOf } from "../../kernel/prisma-keyset.ts"
import { createTemplate } from "./create-template.ts"
import { deleteTemplate } from "./delete-template.ts"
import { placeholdersOf } from "./rules/fill-template.ts"
import { findTemplate } from "./find-template.ts"
import { updateTemplate } from "./update-template.ts"

const IncidentTemplate = builder.prismaObject("IncidentTemplate", {
  description: "Prepared text for incidents and their updates.",
  authScopes: ({ projectId }) => mayOf(projectId, "incidents:read", "incident template", "within"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    title: t.exposeString("title", {
      description: "Title of the incident; may contain placeholders such as {{region}}.",
    }),
    body: t.exposeString("body", {
      description: "Description of the incident, or text of an update; may contain placeholders.",
    }),
    placeholders: t.stringList({
      description: "Names of the placeholders in title and body, without duplicates.",
      resolve: ({ title, body }) => placeholdersOf(`${title} ${body}`),
    }),
    severity: t.relation("severity", {
      nullable: true,
      description: "Severity of an incident declared with it; null for the default severity.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

builder.prismaObjectField("Project", "incidentTemplates", (t) =>
  relationPage(t, "incidentTemplates", {
    order: keysetOf("incident-templates", { name: byText }),
    description: "Incident templates, ordered by name. Needs incidents:read.",
    authScopes: ({ id }) => mayOf(id, "incidents:read", "project", "within"),
  }),
)

const reread = rereadAs("IncidentTemplate")

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
    description: "Creates a template. Needs incidents:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      title: t.arg.string({
        required: true,
        description: "1 to 200 characters; may contain placeholders such as {{region}}.",
      }),
      body: t.arg.string({ description: "At most 5,000 characters." }),
      severity: t.arg.string({ description: "The name of a severity; major by default." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, createTemplate(ctx, omitNulls(args))),
  }),
  updateIncidentTemplate: t.prismaField({
    type: IncidentTemplate,
    description: "Updates a template; omitted fields keep their values. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The template." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      body: t.arg.string({ description: "At most 5,000 characters." }),
      severity: t.arg.string({
        description: "The name of a severity; null for the default severity.",
      }),
    },
    resolve: (query, _root, args, ctx) =>
      reread(query, ctx, updateTemplate(ctx, omitNulls(args, "severity"))),
  }),
  deleteIncidentTemplate: t.id({
    description: "Deletes a template and returns its id. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The template." }) },
    resolve: (_root, { id }, ctx) => deleteTemplate(ctx, id),
  }),
}))
