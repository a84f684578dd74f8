import { builder } from "../builder.ts"
import { createLabel } from "./create.ts"
import { deleteLabel } from "./delete.ts"
import { updateLabel } from "./update.ts"

const Label = builder.prismaObject("Label", {
  description: "A word to group monitors by.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "monitors:read", noun: "label" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    color: t.exposeString("color", { description: "#rrggbb." }),
  }),
})

builder.prismaObjectField("Monitor", "labels", (t) =>
  t.field({
    type: [Label],
    description: "The labels it wears, by name.",
    select: (_args, _ctx, nested) => ({
      labels: { select: { label: nested(true) }, orderBy: { label: { name: "asc" } } },
    }),
    resolve: ({ labels }) => labels.map(({ label }) => label),
  }),
)

builder.mutationField("createLabel", (t) =>
  t.prismaField({
    type: "Label",
    description: "Adds a label to a project. Needs monitors:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      color: t.arg.string({ description: "#rrggbb; grey where absent." }),
    },
    resolve: (_query, _root, args, ctx) =>
      createLabel(ctx, { ...args, color: args.color ?? undefined }),
  }),
)

builder.mutationField("updateLabel", (t) =>
  t.prismaField({
    type: "Label",
    description:
      "Gives a label another name or colour; what is absent stays. Needs monitors:write.",
    args: {
      id: t.arg.id({ required: true, description: "The label." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      color: t.arg.string({ description: "#rrggbb." }),
    },
    resolve: (_query, _root, { id, ...given }, ctx) => updateLabel(ctx, id, given),
  }),
)

builder.mutationField("deleteLabel", (t) =>
  t.id({
    description:
      "Deletes a label and takes it off its monitors; answers its id. Needs monitors:write.",
    args: { id: t.arg.id({ required: true, description: "The label." }) },
    resolve: (_root, args, ctx) => deleteLabel(ctx, args.id),
  }),
)
