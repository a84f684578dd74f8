import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { acceptInvitation } from "./accept-invitation.ts"
import { role } from "./member.graph.ts"
import { inviteMember, type Invited } from "./invite-member.ts"
import { readOffer, type Offer } from "./read-offer.ts"
import { revokeInvitation } from "./revoke-invitation.ts"

builder.prismaObject("Invitation", {
  description: "Invitation of an e-mail address to a project.",
  authScopes: ({ projectId }) => mayOf(projectId, "members:write", "invitation"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    email: t.exposeString("email", { description: "The address that may accept it." }),
    role: t.expose("role", { type: role, description: "The role it grants." }),
    customRole: t.relation("customRole", {
      nullable: true,
      description: "The role that the project defined; null for a built-in one.",
    }),
    labelIds: t.exposeIDList("labelIds", {
      description:
        "Labels of the monitors that the member will be limited to; empty if there is no limit.",
    }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      description: "When it expires, seven days after its creation.",
    }),
    acceptedAt: t.expose("acceptedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was accepted; null if it was not.",
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was withdrawn or replaced; null if it was not.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

const invited = builder.objectRef<Invited>("Invited").implement({
  description: "A new invitation with its link.",
  fields: (t) => ({
    invitation: t.prismaField({
      type: "Invitation",
      description: "The stored record.",
      resolve: (_query, { invitation }) => invitation,
    }),
    url: t.exposeString("url", { description: "The link to give to the person; shown only once." }),
    isMailed: t.exposeBoolean("isMailed", {
      description: "Whether the link is also sent by e-mail.",
    }),
  }),
})

const offer = builder.objectRef<Offer>("InvitationOffer").implement({
  description: "What an invitation link shows before signing in.",
  fields: (t) => ({
    projectName: t.exposeString("projectName", { description: "The project." }),
    email: t.exposeString("email", { description: "The address to sign in or sign up with." }),
    role: t.expose("role", { type: role, description: "The role it grants." }),
    roleName: t.exposeString("roleName", { description: "The role's name." }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      description: "When it expires.",
    }),
  }),
})

builder.prismaObjectField("Project", "invitations", (t) =>
  relationPage(t, "invitations", {
    order: keysetOf("invitations", { createdAt: byTime }, { isDescending: true }),
    description:
      "Invitations, newest first, including used and withdrawn ones. Needs members:write.",
    authScopes: ({ id }) => mayOf(id, "members:write", "project"),
  }),
)

const reread = rereadAs("Member")

builder.queryField("invitationOffer", (t) =>
  t.field({
    type: offer,
    nullable: true,
    description:
      "Looks up an invitation by its link; null if the link no longer works. Needs no sign-in.",
    args: { token: t.arg.string({ required: true, description: "The last part of the link." }) },
    resolve: (_root, args, ctx) => readOffer(ctx, args.token),
  }),
)

builder.mutationFields((t) => ({
  inviteMember: t.field({
    type: invited,
    description:
      "Invites a person for seven days, with a role that has no permission that you lack; replaces an open invitation to the same address. Needs members:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      email: t.arg.string({ required: true, description: "The address that may accept." }),
      role: t.arg({ type: role, required: true, description: "The role it grants." }),
      customRoleId: t.arg.id({ description: "For CUSTOM: the role that the project defined." }),
      labelIds: t.arg.idList({
        description:
          "Limits the member to monitors with at least one of these labels, at most 50; no limit by default. Owners and admins cannot be limited.",
      }),
    },
    resolve: (_root, args, ctx) => inviteMember(ctx, args),
  }),
  revokeInvitation: t.prismaField({
    type: "Invitation",
    description: "Withdraws an open invitation. Needs members:write.",
    args: { id: t.arg.id({ required: true, description: "The invitation." }) },
    resolve: (_query, _root, args, ctx) => revokeInvitation(ctx, args.id),
  }),
  acceptInvitation: t.prismaField({
    type: "Member",
    description: "Joins the project that the signed-in person's address was invited to.",
    args: { token: t.arg.string({ required: true, description: "The last part of the link." }) },
    resolve: (query, _root, args, ctx) => reread(query, ctx, acceptInvitation(ctx, args.token)),
  }),
}))
