import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byText, keysetOf } from "../../kernel/prisma-keyset.ts"
import { createCustomRole } from "./create-custom-role.ts"
import { deleteCustomRole } from "./delete-custom-role.ts"
import { updateCustomRole } from "./update-custom-role.ts"

builder.prismaObject("CustomRole", {
  description: "A role that a project defined, made of permissions.",
  authScopes: ({ projectId }) => mayOf(projectId, "project:read", "role"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    permissions: t.exposeStringList("permissions", {
      description: "Permissions such as monitors:write; one to write includes the one to read.",
    }),
    memberCount: t.relationCount("members", { description: "How many members have it." }),
  }),
})

builder.prismaObjectField("Project", "customRoles", (t) =>
  relationPage(t, "customRoles", {
    order: keysetOf("custom-roles", { name: byText }),
    description: "Roles that the project defined, by name. Needs members:read.",
    authScopes: ({ id }) => mayOf(id, "members:read", "project"),
  }),
)

const reread = rereadAs("CustomRole")

builder.mutationFields((t) => {
  const fields = {
    name: t.arg.string({ required: true, description: "1 to 200 characters." }),
    permissions: t.arg.stringList({
      required: true,
      description: "Permissions such as monitors:write, each of which the caller has.",
    }),
  }
  return {
    createCustomRole: t.prismaField({
      type: "CustomRole",
      description: "Defines a role. Needs members:write and every permission of the role.",
      args: {
        projectId: t.arg.id({ required: true, description: "The project." }),
        ...fields,
      },
      resolve: (query, _root, args, ctx) => reread(query, ctx, createCustomRole(ctx, args)),
    }),
    updateCustomRole: t.prismaField({
      type: "CustomRole",
      description:
        "Replaces name and permissions of a role. Needs members:write and every permission that it has and gets.",
      args: { id: t.arg.id({ required: true, description: "The role." }), ...fields },
      resolve: (query, _root, args, ctx) => reread(query, ctx, updateCustomRole(ctx, args)),
    }),
    deleteCustomRole: t.id({
      description:
        "Deletes a role that neither a member nor an open invitation has, and returns its id. Needs members:write.",
      args: { id: t.arg.id({ required: true, description: "The role." }) },
      resolve: (_root, args, ctx) => deleteCustomRole(ctx, args.id),
    }),
  }
})
