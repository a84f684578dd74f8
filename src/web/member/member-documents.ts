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

export const InviteMember = graphql(`
  mutation InviteMember(
    $projectId: ID!
    $email: String!
    $role: Role!
    $customRoleId: ID
    $labelIds: [ID!]
  ) {
    inviteMember(
      projectId: $projectId
      email: $email
      role: $role
      customRoleId: $customRoleId
      labelIds: $labelIds
    ) {
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
  mutation ChangeMemberRole($id: ID!, $role: Role!, $customRoleId: ID, $labelIds: [ID!]) {
    changeMemberRole(id: $id, role: $role, customRoleId: $customRoleId, labelIds: $labelIds) {
      id
      role
      labelIds
      customRole {
        id
        name
      }
    }
  }
`)

export const RemoveMember = graphql(`
  mutation RemoveMember($id: ID!) {
    removeMember(id: $id)
  }
`)

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

export const CreateCustomRole = graphql(`
  mutation CreateCustomRole($projectId: ID!, $name: String!, $permissions: [String!]!) {
    createCustomRole(projectId: $projectId, name: $name, permissions: $permissions) {
      id
    }
  }
`)

export const UpdateCustomRole = graphql(`
  mutation UpdateCustomRole($id: ID!, $name: String!, $permissions: [String!]!) {
    updateCustomRole(id: $id, name: $name, permissions: $permissions) {
      id
      name
      permissions
    }
  }
`)

export const DeleteCustomRole = graphql(`
  mutation DeleteCustomRole($id: ID!) {
    deleteCustomRole(id: $id)
  }
`)
