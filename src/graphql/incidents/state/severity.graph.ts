import { z } from "zod"
import { Subject } from "../../../../prisma/generated/enums.ts"
import { say } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { omitNulls } from "../../kernel/input.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byNumber, keysetOf } from "../../kernel/prisma-keyset.ts"
import { createSeverity } from "./create-severity.ts"
import { deleteSeverity } from "./delete-severity.ts"
import { subject } from "./state.graph.ts"
import { labelOf } from "./rules/state-label.ts"
import { updateSeverity } from "./update-severity.ts"

builder.prismaObject("Severity", {
  description: "How severe an incident or an alert is.",
  authScopes: ({ projectId }) => mayOf(projectId, "project:read", "severity"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    subject: t.expose("subject", {
      type: subject,
      description: "Whether it is for incidents or alerts.",
    }),
    name: t.exposeString("name", {
      description: "Lower case; unique within the project and subject.",
    }),
    label: t.string({
      description: "The name in the reader's language if it is built in, else the name.",
      resolve: (severity, _args, ctx) => say([labelOf(severity)], ctx.language),
    }),
    color: t.exposeString("color", { description: "#rrggbb." }),
    rank: t.exposeInt("rank", { description: "1 is the most severe." }),
    isBuiltIn: t.exposeBoolean("isBuiltIn", {
      description: "Whether it is built in, so that it cannot be renamed or deleted.",
    }),
  }),
})

const inOrder = keysetOf("severities", { subject: z.enum(Subject), rank: byNumber })

builder.prismaObjectField("Project", "severities", (t) =>
  relationPage(t, "severities", {
    order: inOrder,
    description: "The severities of incidents and alerts, built-in and custom, most severe first.",
    args: {
      subject: t.arg({ type: subject, description: "Only those for incidents or for alerts." }),
    },
    where: (args) => (args.subject ? { subject: args.subject } : {}),
  }),
)

builder.mutationFields((t) => ({
  createSeverity: t.prismaField({
    type: "Severity",
    description: "Creates a custom severity. Needs project:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      subject: t.arg({
        type: subject,
        required: true,
        description: "Whether it is for incidents or alerts.",
      }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      color: t.arg.string({ required: true, description: "#rrggbb." }),
      rank: t.arg.int({
        description: "1 to 1,000, 1 is the most severe; the least severe by default.",
      }),
    },
    resolve: (_query, _root, args, ctx) => createSeverity(ctx, omitNulls(args)),
  }),
  updateSeverity: t.prismaField({
    type: "Severity",
    description:
      "Updates a severity; omitted fields keep their values. A built-in severity cannot be renamed. Needs project:write.",
    args: {
      id: t.arg.id({ required: true, description: "The severity." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      color: t.arg.string({ description: "#rrggbb." }),
      rank: t.arg.int({ description: "1 to 1,000, 1 is the most severe." }),
    },
    resolve: (_query, _root, args, ctx) => updateSeverity(ctx, omitNulls(args)),
  }),
  deleteSeverity: t.id({
    description: "Deletes an unused custom severity and returns its id. Needs project:write.",
    args: { id: t.arg.id({ required: true, description: "The severity." }) },
    resolve: (_root, args, ctx) => deleteSeverity(ctx, args.id),
  }),
}))
