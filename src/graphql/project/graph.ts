import { builder } from "../builder.ts"

builder.prismaObject("Project", {
  description: "A team's own space.",
  authScopes: ({ id }) => ({ may: { projectId: id, permission: "project:read", noun: "project" } }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    labels: t.relatedConnection("labels", {
      cursor: "id",
      description: "Labels by name.",
      query: { orderBy: [{ name: "asc" }, { id: "asc" }] },
    }),
  }),
})

builder.queryField("project", (t) =>
  t.prismaField({
    type: "Project",
    nullable: true,
    description: "One project; null where there is none that the actor may see.",
    args: { id: t.arg.id({ required: true, description: "The project." }) },
    resolve: (query, _root, args, { database }) =>
      database.prisma.project.findUnique({ ...query, where: { id: args.id } }),
  }),
)
