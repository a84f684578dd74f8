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
