import { graphql } from "../graphql.ts"

export const AttachMonitor = graphql(`
  mutation AttachMonitor($statusPageId: ID!, $monitorId: ID!) {
    attachStatusPageMonitor(statusPageId: $statusPageId, monitorId: $monitorId) {
      id
    }
  }
`)

/** Attaches a removed component again, as it was. */
export const RestoreComponent = graphql(`
  mutation RestoreComponent(
    $statusPageId: ID!
    $monitorId: ID!
    $displayName: String
    $displayDescription: String
    $showUptimePercent: Boolean
    $showResponseTimes: Boolean
  ) {
    attachStatusPageMonitor(
      statusPageId: $statusPageId
      monitorId: $monitorId
      displayName: $displayName
      displayDescription: $displayDescription
      showUptimePercent: $showUptimePercent
      showResponseTimes: $showResponseTimes
    ) {
      id
    }
  }
`)

export const UpdateComponent = graphql(`
  mutation UpdateComponent(
    $id: ID!
    $displayName: String
    $displayDescription: String
    $showUptimePercent: Boolean
    $showResponseTimes: Boolean
  ) {
    updateStatusPageResource(
      id: $id
      displayName: $displayName
      displayDescription: $displayDescription
      showUptimePercent: $showUptimePercent
      showResponseTimes: $showResponseTimes
    ) {
      id
    }
  }
`)

export const MoveComponent = graphql(`
  mutation MoveComponent($id: ID!, $groupId: ID, $position: Int!) {
    moveStatusPageResource(id: $id, groupId: $groupId, position: $position) {
      id
    }
  }
`)

export const DetachComponent = graphql(`
  mutation DetachComponent($id: ID!, $statusPageId: ID!) {
    detachStatusPageResource(id: $id, statusPageId: $statusPageId)
  }
`)

export const CreateGroup = graphql(`
  mutation CreateGroup($statusPageId: ID!, $name: String!) {
    createStatusPageGroup(statusPageId: $statusPageId, name: $name) {
      id
    }
  }
`)

export const UpdateGroup = graphql(`
  mutation UpdateGroup($id: ID!, $name: String, $position: Int) {
    updateStatusPageGroup(id: $id, name: $name, position: $position) {
      id
    }
  }
`)

export const DeleteGroup = graphql(`
  mutation DeleteGroup($id: ID!) {
    deleteStatusPageGroup(id: $id)
  }
`)
