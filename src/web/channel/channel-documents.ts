import { FindingWords } from "../ui/finding-words.ts"
import { ChannelState } from "../contact/contact-documents.ts"
import { mutation, projectList, query } from "../graphql.ts"

export const ChannelKinds = query("channelKinds", "kind owners missing")

export const TeamChannels = projectList("channels", "...ChannelState", [ChannelState], {
  first: 100,
})

export const TeamChannel = query(
  "channel",
  `
    ...ChannelState
    createdAt
    updatedAt
    project {
      id
    }
    deliveries(first: 10) {
      edges {
        node {
          id
          event
          state
          lastFindings {
            ...FindingWords
          }
          attemptCount
          createdAt
        }
      }
    }
  `,
  [ChannelState, FindingWords],
)

export const CreateTeamChannel = mutation("createChannel", "id name")
export const UpdateTeamChannel = mutation("updateChannel", "id name hint enabled verifiedAt")
export const DeleteTeamChannel = mutation("deleteChannel")
export const TestTeamChannel = mutation("testChannel", "id")
export const VerifyTeamChannel = mutation("verifyChannel", "id verifiedAt")
export const ResendTeamCode = mutation("resendChannelCode", "id codeExpiresAt")

export const PoliciesOfChannel = projectList(
  "onCallPolicies",
  "id name isDefault monitorCount rules { id delayMinutes targets { id } }",
  [],
  { first: 100 },
)
