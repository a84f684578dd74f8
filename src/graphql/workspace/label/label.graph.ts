import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { createLabel } from "./create-label.ts"
import { deleteLabel } from "./delete-label.ts"
import { updateLabel } from "./update-label.ts"

const Label = builder.prismaObject("Label", {
  description: "A label that groups monitors.",
  authScopes: ({ projectId }) => ({
    // Reached only through a monitor, or the list of a project, which is limited.
    may: { projectId, permission: "monitors:read", noun: "label", about: "within" },
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
    description: "Its labels, ordered by name.",
    // Lists read them with their rows, null for none.
    extensions: {
      fromRow: ({ listedLabels }: { listedLabels?: object[] | null }) =>
        listedLabels === null ? [] : listedLabels,
    },
    select: (_args, _ctx, nested) => ({
      labels: { select: { label: nested(true) }, orderBy: { label: { name: "asc" } } },
    }),
    resolve: ({ labels }) => labels.map(({ label }) => label),
  }),
)

builder.mutationFields((t) => ({
  createLabel: t.prismaField({
    type: "Label",
    description: "Creates a label. Needs monitors:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      color: t.arg.string({ description: "#rrggbb; gray by default." }),
    },
    resolve: (_query, _root, args, ctx) => createLabel(ctx, omitNulls(args)),
  }),
  updateLabel: t.prismaField({
    type: "Label",
    description: "Updates a label; omitted fields keep their values. Needs monitors:write.",
    args: {
      id: t.arg.id({ required: true, description: "The label." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      color: t.arg.string({ description: "#rrggbb." }),
    },
    resolve: (_query, _root, { id, ...given }, ctx) => updateLabel(ctx, id, given),
  }),
  deleteLabel: t.id({
    description:
      "Deletes a label, removes it from its monitors and returns its id. Needs monitors:write.",
    args: { id: t.arg.id({ required: true, description: "The label." }) },
    resolve: (_root, args, ctx) => deleteLabel(ctx, args.id),
  }),
}))
