import { mutation, projectList } from "../graphql.ts"

export const KeysOfProject = projectList(
  "keys",
  "id class name hint scopes labelIds allowedOrigins requestsPerMinute expiresAt revokedAt lastUsedAt createdAt createdBy",
  [],
  { first: 100 },
)

export const CreateKey = mutation("createKey", "token key { id name }")
export const RevokeKey = mutation("revokeKey", "id revokedAt")
