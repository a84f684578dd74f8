import { graphql, mutation } from "../graphql.ts"

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

export const CreateFeed = mutation("createOnCallFeed", "url feed { id }")
export const RevokeFeed = mutation("revokeOnCallFeed", "id revokedAt")
