import { graphql, mutation } from "../graphql.ts"

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

export const CreateKey = mutation("createKey", "token key { id name }")
export const RevokeKey = mutation("revokeKey", "id revokedAt")
