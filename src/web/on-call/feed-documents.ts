import { graphql } from "../graphql.ts"

export const Feeds = graphql(`
  query Feeds($projectId: ID!) {
    project(id: $projectId) {
      id
      onCallFeeds(first: 100) {
        edges {
          node {
            id
            revokedAt
            createdAt
            rotation {
              id
              name
            }
            user {
              id
              name
            }
          }
        }
      }
    }
  }
`)

export const CreateFeed = graphql(`
  mutation CreateFeed($projectId: ID!, $rotationId: ID, $userId: ID) {
    createOnCallFeed(projectId: $projectId, rotationId: $rotationId, userId: $userId) {
      url
      feed {
        id
      }
    }
  }
`)

export const RevokeFeed = graphql(`
  mutation RevokeFeed($id: ID!) {
    revokeOnCallFeed(id: $id) {
      id
      revokedAt
    }
  }
`)
