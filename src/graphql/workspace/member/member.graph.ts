import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { changeRole } from "./change-role.ts"
import { leaveProject, removeMember } from "./remove-member.ts"

export const role = builder.enumType("Role", {
  description: "What a member may do; each role includes those below it.",
  values: valuesOf({
    owner: "Can also delete the project and appoint owners.",
    admin: "Can also manage members, keys and settings.",
    editor: "Can also change monitors, incidents and similar objects.",
    custom: "A role that the project defined.",
    viewer: "Can see everything except keys and the audit log.",
  }),
})

export const Member = builder.prismaObject("Member", {
  description: "A person in a project.",
  // Everybody can read their own memberships.
  authScopes: ({ projectId, userId }, { actor }) =>
    mayOf(
      projectId,
      actor.kind === "user" && actor.userId === userId ? "project:read" : "members:read",
      "member",
    ),
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
    customRole: t.relation("customRole", {
      nullable: true,
      description: "The role that the project defined; null for a built-in one.",
    }),
    labelIds: t.exposeIDList("labelIds", {
      description:
        "Labels of the monitors that the member is limited to; empty if there is no limit.",
    }),
    project: t.relation("project", { description: "The project." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When they joined." }),
  }),
})

builder.prismaObjectField("Project", "members", (t) =>
  relationPage(t, "members", {
    order: keysetOf("members", { createdAt: byTime }),
    description: "Members, earliest first. Needs members:read.",
    authScopes: ({ id }) => mayOf(id, "members:read", "project"),
  }),
)

const reread = rereadAs("Member")

builder.mutationFields((t) => ({
  changeMemberRole: t.prismaField({
    type: "Member",
    description:
      "Changes a member's role, to none with a permission that you lack, and the labels that the member is limited to. The last owner stays owner. Needs members:write.",
    args: {
      id: t.arg.id({ required: true, description: "The membership." }),
      role: t.arg({ type: role, required: true, description: "The new role." }),
      customRoleId: t.arg.id({ description: "For CUSTOM: the role that the project defined." }),
      labelIds: t.arg.idList({
        description:
          "Limits the member to monitors with at least one of these labels, at most 50; empty for no limit. Omitted keeps the present limit. Owners and admins cannot be limited.",
      }),
    },
    resolve: (query, _root, { id: memberId, ...args }, ctx) =>
      reread(query, ctx, changeRole(ctx, { memberId, ...args })),
  }),
  removeMember: t.id({
    description:
      "Removes a member immediately and returns the membership's id. Needs members:write.",
    args: { id: t.arg.id({ required: true, description: "The membership." }) },
    resolve: (_root, args, ctx) => removeMember(ctx, args.id),
  }),
  leaveProject: t.id({
    description: "Leaves a project and returns its id. The last owner cannot leave.",
    args: { projectId: t.arg.id({ required: true, description: "The project." }) },
    resolve: (_root, args, ctx) => leaveProject(ctx, args.projectId),
  }),
}))
