import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { createSeverity } from "./create-severity.ts"
import { deleteSeverity } from "./delete-severity.ts"
import { subject } from "./graph.ts"
import { updateSeverity } from "./update-severity.ts"

builder.prismaObject("Severity", {
  description: "How grave an incident or an alert is.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "project:read", noun: "severity" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    subject: t.expose("subject", { type: subject, description: "What it is for." }),
    name: t.exposeString("name", {
      description: "Lower case; unique within the project and subject.",
    }),
    color: t.exposeString("color", { description: "#rrggbb." }),
    rank: t.exposeInt("rank", { description: "1 is the gravest." }),
    isBuiltIn: t.exposeBoolean("isBuiltIn", {
      description: "Whether it always exists and keeps its name.",
    }),
  }),
})

builder.prismaObjectField("Project", "severities", (t) =>
  t.relatedConnection("severities", {
    cursor: "id",
    description: "The severities of incidents and alerts, built-in and own, gravest first.",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.severity.count({ where: { id: row, projectId: id } }),
      )
      return true
    },
    args: { subject: t.arg({ type: subject, description: "Only those of one subject." }) },
    query: (args) =>
      checkedPage(args, {
        ...(args.subject ? { where: { subject: args.subject } } : {}),
        orderBy: [{ subject: "asc" }, { rank: "asc" }, { id: "asc" }],
      }),
  }),
)

builder.mutationField("createSeverity", (t) =>
  t.prismaField({
    type: "Severity",
    description: "Adds a severity of the project's own. Needs project:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      subject: t.arg({ type: subject, required: true, description: "What it is for." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      color: t.arg.string({ required: true, description: "#rrggbb." }),
      rank: t.arg.int({ description: "1 to 1,000, 1 the gravest; the least grave where absent." }),
    },
    resolve: (_query, _root, args, ctx) =>
      createSeverity(ctx, { ...args, rank: args.rank ?? undefined }),
  }),
)

builder.mutationField("updateSeverity", (t) =>
  t.prismaField({
    type: "Severity",
    description: "Changes what is given; a built-in severity keeps its name. Needs project:write.",
    args: {
      id: t.arg.id({ required: true, description: "The severity." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      color: t.arg.string({ description: "#rrggbb." }),
      rank: t.arg.int({ description: "1 to 1,000, 1 the gravest." }),
    },
    resolve: (_query, _root, { id, name, color, rank }, ctx) =>
      updateSeverity(ctx, {
        id,
        name: name ?? undefined,
        color: color ?? undefined,
        rank: rank ?? undefined,
      }),
  }),
)

builder.mutationField("deleteSeverity", (t) =>
  t.id({
    description:
      "Deletes a severity of the project's own that nothing has; answers its id. Needs project:write.",
    args: { id: t.arg.id({ required: true, description: "The severity." }) },
    resolve: (_root, args, ctx) => deleteSeverity(ctx, args.id),
  }),
)
