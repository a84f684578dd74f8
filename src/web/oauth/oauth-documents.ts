import { mutation, query } from "../graphql.ts"

export const OAuthRequestQuery = query(
  "oauthRequest",
  "clientName clientHost redirectUri wantsWrite denyUrl",
)

export const ApproveOAuthRequest = mutation("approveOAuthRequest")

export const MyGrants = query(
  "viewer",
  `
    oauthGrants {
      id
      clientId
      clientName
      mayWrite
      createdAt
      lastUsedAt
      project {
        id
        name
      }
    }
  `,
)

export const RevokeGrant = mutation("revokeOAuthGrant", "id revokedAt")
