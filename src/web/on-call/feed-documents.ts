import { mutation, projectList } from "../graphql.ts"

export const Feeds = projectList(
  "onCallFeeds",
  "id revokedAt createdAt rotation { id name } user { id name }",
  [],
  { first: 100 },
)

export const CreateFeed = mutation("createOnCallFeed", "url feed { id }")
export const RevokeFeed = mutation("revokeOnCallFeed", "id revokedAt")
