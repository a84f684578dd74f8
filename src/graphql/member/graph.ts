import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { changeRole } from "./change-role.ts"
import { leaveProject, removeMember } from "./remove.ts"

export const role = builder.enumType("Role", {
  description: "What a member may do; each role includes those below it.",
  values: {
    OWNER: { value: "owner", description: "Also deletes the project and makes owners." },
    ADMIN: { value: "admin", description: "Also manages members, keys and settings." },
    EDITOR: { value: "editor", description: "Also changes monitors, incidents and the like." },
    VIEWER: { value: "viewer", description: "Sees everything but keys and the audit log." },
  } as const,
})

builder.prismaObject("Member", {
  description: "A person in a project.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "members:read", noun: "member" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7 of the membership." }),
    userId: t.exposeID("userId", { description: "The person, the same in every project." }),
    name: t.string({
      description: "The person's name.",
      select: { user: { select: { name: true } } },
      resolve: ({ user }) => user.name,
    }),
    email: t.string({
      description: "The person's e-mail address.",
      select: { user: { select: { email: true } } },
      resolve: ({ user }) => user.email,
    }),
    role: t.expose("role", { type: role, description: "What the person may do." }),
    project: t.relation("project", { description: "The project." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When they joined." }),
  }),
})

builder.prismaObjectField("Project", "members", (t) =>
  t.relatedConnection("members", {
    cursor: "id",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.member.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "members:read", noun: "project" } }
    },
    description: "Its members, longest first. Needs members:read.",
    query: (args) => checkedPage(args, { orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
  }),
)

builder.mutationField("changeMemberRole", (t) =>
  t.prismaField({
    type: "Member",
    description:
      "Gives a member another role, none above the own. The last owner stays owner. Needs members:write.",
    args: {
      id: t.arg.id({ required: true, description: "The membership." }),
      role: t.arg({ type: role, required: true, description: "The new role." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await changeRole(ctx, { memberId: args.id, role: args.role })
      return ctx.database.prisma.member.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)

builder.mutationField("removeMember", (t) =>
  t.id({
    description: "Ends somebody's membership at once; answers its id. Needs members:write.",
    args: { id: t.arg.id({ required: true, description: "The membership." }) },
    resolve: (_root, args, ctx) => removeMember(ctx, args.id),
  }),
)

builder.mutationField("leaveProject", (t) =>
  t.id({
    description: "Ends the own membership; answers the project's id. The last owner has to stay.",
    args: { projectId: t.arg.id({ required: true, description: "The project." }) },
    resolve: (_root, args, ctx) => leaveProject(ctx, args.projectId),
  }),
)
