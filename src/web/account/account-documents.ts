import { FindingWords } from "../ui/finding-words.ts"
import { mutation, projectField, query } from "../graphql.ts"

export const ChatAccountsQuery = query("chatAccounts", "memberId name host createdAt")

export const DisconnectChatAccount = mutation("disconnectChatAccount")

/** What would keep the viewer's pages in a project from arriving. */
export const OwnReadiness = projectField(
  "onCallReadiness",
  "warnings { userId finding { ...FindingWords } }",
  [FindingWords],
)
