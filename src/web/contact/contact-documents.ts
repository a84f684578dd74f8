import { FindingWords } from "../ui/finding-words.ts"
import { graphql, mutation, query } from "../graphql.ts"

/** Also of a project's channels. */
export const ChannelState = graphql(
  `
    fragment ChannelState on Channel {
      id
      kind
      name
      hint
      enabled
      verifiedAt
      codeExpiresAt
      lastDeliveredAt
      lastFindings {
        ...FindingWords
      }
    }
  `,
  [FindingWords],
)

export const OwnChannels = graphql(
  `
    query OwnChannels {
      channelKinds {
        kind
        owners
        settings
        missing
      }
      viewer {
        channels {
          ...ChannelState
        }
      }
    }
  `,
  [ChannelState],
)

export const AddChannel = mutation("createChannel", "id name verifiedAt")
export const EnterCode = mutation("verifyChannel", "id")
export const AnotherCode = mutation("resendChannelCode", "id")
export const TestChannel = mutation("testChannel", "id")

/** State of the last test of a channel. */
export const LastTest = query(
  "channel",
  `
    deliveries(first: 5) {
      edges {
        node {
          id
          state
          lastFindings {
            ...FindingWords
          }
        }
      }
    }
  `,
  [FindingWords],
)

export const SwitchChannel = mutation("updateChannel", "id")
export const RemoveChannel = mutation("deleteChannel")

export const DevicesQuery = graphql(
  `
    query Devices {
      installation {
        webPushKey
      }
      viewer {
        channels {
          ...ChannelState
        }
      }
    }
  `,
  [ChannelState],
)

export const AddDevice = mutation("createChannel", "id")
