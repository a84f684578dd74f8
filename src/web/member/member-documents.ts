import { graphql } from "../graphql.ts"

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

export const InviteMember = graphql(`
  mutation InviteMember($projectId: ID!, $email: String!, $role: Role!) {
    inviteMember(projectId: $projectId, email: $email, role: $role) {
      url
      isMailed
      invitation {
        id
        email
      }
    }
  }
`)

export const RevokeInvitation = graphql(`
  mutation RevokeInvitation($id: ID!) {
    revokeInvitation(id: $id) {
      id
      revokedAt
    }
  }
`)

export const ChangeMemberRole = graphql(`
  mutation ChangeMemberRole($id: ID!, $role: Role!) {
    changeMemberRole(id: $id, role: $role) {
      id
      role
    }
  }
`)

export const RemoveMember = graphql(`
  mutation RemoveMember($id: ID!) {
    removeMember(id: $id)
  }
`)
