import { graphql } from "../graphql.ts"

export const KeysOfProject = graphql(`
  query KeysOfProject($projectId: ID!, $after: String) {
    project(id: $projectId) {
      id
      keys(first: 100, after: $after) {
        edges {
          node {
            id
            class
            name
            hint
            scopes
            labelIds
            allowedOrigins
            requestsPerMinute
            expiresAt
            revokedAt
            lastUsedAt
            createdAt
            createdBy
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

export const CreateKey = graphql(`
  mutation CreateKey(
    $projectId: ID!
    $class: KeyClass!
    $name: String!
    $scopes: [String!]
    $expiresAt: DateTime
    $labelIds: [ID!]
    $allowedOrigins: [String!]
    $requestsPerMinute: Int
  ) {
    createKey(
      projectId: $projectId
      class: $class
      name: $name
      scopes: $scopes
      expiresAt: $expiresAt
      labelIds: $labelIds
      allowedOrigins: $allowedOrigins
      requestsPerMinute: $requestsPerMinute
    ) {
      token
      key {
        id
        name
      }
    }
  }
`)

export const RevokeKey = graphql(`
  mutation RevokeKey($id: ID!) {
    revokeKey(id: $id) {
      id
      revokedAt
    }
  }
`)
