import { graphql, mutation } from "../graphql.ts"

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

export const DisconnectChatAccount = mutation("disconnectChatAccount")

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
