import { mutation, projectList } from "../graphql.ts"

export const MembersOfProject = projectList(
  "members",
  "id userId name email role customRole { id name } labelIds createdAt",
  [],
  { first: 100 },
)

export const InvitationsOfProject = projectList(
  "invitations",
  "id email role customRole { id name } labelIds createdAt expiresAt acceptedAt revokedAt",
)

export const InviteMember = mutation("inviteMember", "url isMailed invitation { id email }")
export const RevokeInvitation = mutation("revokeInvitation", "id revokedAt")
export const ChangeMemberRole = mutation(
  "changeMemberRole",
  "id role labelIds customRole { id name }",
)

export const RemoveMember = mutation("removeMember")

export const CustomRoles = projectList("customRoles", "id name permissions memberCount")

export const CreateCustomRole = mutation("createCustomRole", "id")
export const UpdateCustomRole = mutation("updateCustomRole", "id name permissions")
export const DeleteCustomRole = mutation("deleteCustomRole")
