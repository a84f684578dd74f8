import { graphql, mutation } from "../graphql.ts"

export const MembersOfProject = graphql(`
  query MembersOfProject($projectId: ID!, $after: String) {
    project(id: $projectId) {
      id
      members(first: 100, after: $after) {
        edges {
          node {
            id
            userId
            name
            email
            role
            customRole {
              id
              name
            }
            labelIds
            createdAt
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

export const InvitationsOfProject = graphql(`
  query InvitationsOfProject($id: ID!) {
    project(id: $id) {
      id
      invitations(first: 50) {
        edges {
          node {
            id
            email
            role
            customRole {
              id
              name
            }
            labelIds
            createdAt
            expiresAt
            acceptedAt
            revokedAt
          }
        }
      }
    }
  }
`)

export const InviteMember = mutation("inviteMember", "url isMailed invitation { id email }")
export const RevokeInvitation = mutation("revokeInvitation", "id revokedAt")
export const ChangeMemberRole = mutation(
  "changeMemberRole",
  "id role labelIds customRole { id name }",
)

export const RemoveMember = mutation("removeMember")

export const CustomRoles = graphql(`
  query CustomRoles($id: ID!) {
    project(id: $id) {
      id
      customRoles(first: 50) {
        edges {
          node {
            id
            name
            permissions
            memberCount
          }
        }
      }
    }
  }
`)

export const CreateCustomRole = mutation("createCustomRole", "id")
export const UpdateCustomRole = mutation("updateCustomRole", "id name permissions")
export const DeleteCustomRole = mutation("deleteCustomRole")
