import { graphql } from "../graphql.ts"

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

export const ApproveOAuthRequest = graphql(`
  mutation ApproveOAuthRequest($request: OAuthRequestInput!, $projectId: ID!, $mayWrite: Boolean!) {
    approveOAuthRequest(request: $request, projectId: $projectId, mayWrite: $mayWrite)
  }
`)

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

export const RevokeGrant = graphql(`
  mutation RevokeGrant($id: ID!) {
    revokeOAuthGrant(id: $id) {
      id
      revokedAt
    }
  }
`)
