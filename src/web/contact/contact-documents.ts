import { graphql } from "../graphql.ts"

export const OwnChannels = graphql(`
  query OwnChannels {
    channelKinds {
      kind
      owners
      settings
      missing
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

export const AddChannel = graphql(`
  mutation AddChannel($projectId: ID, $kind: ChannelKind!, $name: String!, $settings: JSON!) {
    createChannel(projectId: $projectId, kind: $kind, name: $name, settings: $settings) {
      id
      name
      verifiedAt
    }
  }
`)

export const EnterCode = graphql(`
  mutation EnterCode($id: ID!, $code: String!) {
    verifyChannel(id: $id, code: $code) {
      id
    }
  }
`)

export const AnotherCode = graphql(`
  mutation AnotherCode($id: ID!) {
    resendChannelCode(id: $id) {
      id
    }
  }
`)

export const TestChannel = graphql(`
  mutation TestChannel($id: ID!) {
    testChannel(id: $id) {
      id
    }
  }
`)

/** State of the last test of a channel. */
export const LastTest = graphql(`
  query LastTest($id: ID!) {
    channel(id: $id) {
      deliveries(first: 5) {
        edges {
          node {
            id
            state
            lastError
          }
        }
      }
    }
  }
`)

export const SwitchChannel = graphql(`
  mutation SwitchChannel($id: ID!, $enabled: Boolean!) {
    updateChannel(id: $id, enabled: $enabled) {
      id
    }
  }
`)

export const RemoveChannel = graphql(`
  mutation RemoveChannel($id: ID!) {
    deleteChannel(id: $id)
  }
`)

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
