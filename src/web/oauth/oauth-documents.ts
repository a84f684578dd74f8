import { graphql, mutation } from "../graphql.ts"

export const OAuthRequestQuery = graphql(`
  query OAuthRequest($request: OAuthRequestInput!) {
    oauthRequest(request: $request) {
      clientName
      clientHost
      redirectUri
      wantsWrite
      denyUrl
    }
  }
`)

export const ApproveOAuthRequest = mutation("approveOAuthRequest")

export const MyGrants = graphql(`
  query MyGrants {
    viewer {
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
    }
  }
`)

export const RevokeGrant = mutation("revokeOAuthGrant", "id revokedAt")
