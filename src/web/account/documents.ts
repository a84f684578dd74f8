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

export const VerifyDevice = graphql(`
  mutation VerifyDevice($id: ID!, $code: String!) {
    verifyChannel(id: $id, code: $code) {
      id
    }
  }
`)

export const TestDevice = graphql(`
  mutation TestDevice($id: ID!) {
    testChannel(id: $id) {
      id
    }
  }
`)

export const RemoveDevice = graphql(`
  mutation RemoveDevice($id: ID!) {
    deleteChannel(id: $id)
  }
`)
