import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { acceptInvitation } from "./accept-invitation.ts"
import { role } from "./graph.ts"
import type { Invited } from "./invite.ts"
import { inviteMember } from "./invite.ts"
import type { Offer } from "./read-offer.ts"
import { readOffer } from "./read-offer.ts"
import { revokeInvitation } from "./revoke-invitation.ts"

builder.prismaObject("Invitation", {
  description: "A seat that is kept for an e-mail address.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "members:write", noun: "invitation" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    email: t.exposeString("email", { description: "The address that may accept it." }),
    role: t.expose("role", { type: role, description: "The role that it gives." }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      description: "Until when it can be accepted: seven days from its making.",
    }),
    acceptedAt: t.expose("acceptedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was accepted; null while it was not.",
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was withdrawn or replaced; null while it was not.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
})

const invited = builder.objectRef<Invited>("Invited").implement({
  description: "A new invitation, with the only copy of its link.",
  fields: (t) => ({
    invitation: t.prismaField({
      type: "Invitation",
      description: "What is kept of it.",
      resolve: (_query, { invitation }) => invitation,
    }),
    url: t.exposeString("url", { description: "The link to hand to the person, shown this once." }),
    isMailed: t.exposeBoolean("isMailed", {
      description: "Whether the link also goes to the address by e-mail.",
    }),
  }),
})

const offer = builder.objectRef<Offer>("InvitationOffer").implement({
  description: "What the holder of an invitation's link may know before signing in.",
  fields: (t) => ({
    projectName: t.exposeString("projectName", { description: "The project." }),
    email: t.exposeString("email", { description: "The address to sign in or sign up with." }),
    role: t.expose("role", { type: role, description: "The role that it gives." }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      description: "Until when it can be accepted.",
    }),
  }),
})

builder.prismaObjectField("Project", "invitations", (t) =>
  t.relatedConnection("invitations", {
    cursor: "id",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.invitation.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "members:write", noun: "project" } }
    },
    description: "Its invitations, newest first, used and withdrawn ones too. Needs members:write.",
    query: (args) => checkedPage(args, { orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
  }),
)

builder.queryField("invitationOffer", (t) =>
  t.field({
    type: offer,
    nullable: true,
    description: "What an invitation's link offers; null where it no longer opens. For everybody.",
    args: { token: t.arg.string({ required: true, description: "The last part of the link." }) },
    resolve: (_root, args, ctx) => readOffer(ctx, args.token),
  }),
)

builder.mutationField("inviteMember", (t) =>
  t.field({
    type: invited,
    description:
      "Invites somebody for seven days, with no role above the own; replaces an open invitation to the same address. Needs members:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      email: t.arg.string({ required: true, description: "The address that may accept." }),
      role: t.arg({ type: role, required: true, description: "The role that it gives." }),
    },
    resolve: (_root, args, ctx) => inviteMember(ctx, args),
  }),
)

builder.mutationField("revokeInvitation", (t) =>
  t.prismaField({
    type: "Invitation",
    description: "Withdraws an open invitation. Needs members:write.",
    args: { id: t.arg.id({ required: true, description: "The invitation." }) },
    resolve: (_query, _root, args, ctx) => revokeInvitation(ctx, args.id),
  }),
)

builder.mutationField("acceptInvitation", (t) =>
  t.prismaField({
    type: "Member",
    description: "Joins the project that the signed-in person's address was invited to.",
    args: { token: t.arg.string({ required: true, description: "The last part of the link." }) },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await acceptInvitation(ctx, args.token)
      return ctx.database.prisma.member.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)
