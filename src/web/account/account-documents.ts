import { graphql } from "../graphql.ts"

export const DevicesQuery = graphql(`
  query Devices {
    installation {
      webPushKey
    }
    viewer {
      channels {
        id
        kind
        name
        hint
        enabled
        verifiedAt
        codeExpiresAt
        lastDeliveredAt
        lastError
      }
    }
  }
`)

export const AddDevice = graphql(`
  mutation AddDevice($name: String!, $settings: JSON!) {
    createChannel(kind: WEB_PUSH, name: $name, settings: $settings) {
      id
    }
  }
`)

export const ChatAccountsQuery = graphql(`
  query ChatAccounts {
    chatAccounts {
      memberId
      name
      host
      createdAt
    }
  }
`)

export const DisconnectChatAccount = graphql(`
  mutation DisconnectChatAccount($memberId: ID!) {
    disconnectChatAccount(memberId: $memberId)
  }
`)

export const MyMemberships = graphql(`
  query MyMemberships {
    viewer {
      id
      memberships(first: 100) {
        edges {
          node {
            id
            role
            customRole {
              id
              name
            }
            createdAt
            project {
              id
              name
            }
          }
        }
      }
    }
  }
`)

/** What would keep the viewer's pages in a project from arriving. */
export const OwnReadiness = graphql(`
  query OwnReadiness($projectId: ID!) {
    project(id: $projectId) {
      id
      onCallReadiness {
        warnings {
          userId
          text
        }
      }
    }
  }
`)
