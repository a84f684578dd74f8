import type { FragmentOf, ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"
import { AlertRow } from "./alert-documents.ts"

export const StoryNodeView = graphql(`
  fragment StoryNodeView on StoryNode {
    __typename
    id
    at
    outcome
    title
    detail
    ... on StoryCheck {
      check {
        id
        startedAt
        durationMs
        dnsMs
        connectMs
        tlsMs
        firstByteMs
        transferMs
        httpStatus
        address
        evidence {
          head
          body
        }
      }
    }
    ... on StoryNetwork {
      samples {
        anchor
        isReachable
        durationMs
      }
    }
    ... on StoryDecision {
      decision
      steps {
        step
        outcome
        evidence
      }
    }
    ... on StoryStep {
      found
    }
    ... on StoryBurn {
      burn: decision
    }
    ... on StoryEscalation {
      leadId
    }
    ... on StoryDelivery {
      reason
      attempts {
        number
        startedAt
        durationMs
        outcome
        responseStatus
        responseBody
        error
      }
    }
    ... on StoryChange {
      change
    }
  }
`)
export type StoryNodeView = FragmentOf<typeof StoryNodeView>

export const OneAlert = graphql(
  `
    query OneAlert(
      $id: ID!
      $readsIncidents: Boolean = true
      $readsMaintenances: Boolean = true
      $readsMonitors: Boolean = true
    ) {
      alert(id: $id) {
        ...AlertRow
        escalation {
          state
          nextStepAt
        }
        story @include(if: $readsMonitors) {
          nodes {
            ...StoryNodeView
          }
          next {
            at
            title
            detail
          }
        }
      }
    }
  `,
  [AlertRow, StoryNodeView],
)
export type AlertWhole = NonNullable<ResultOf<typeof OneAlert>["alert"]>
export type StoryNext = NonNullable<AlertWhole["story"]>["next"][number]

export const AlertShares = graphql(`
  query AlertShares($id: ID!) {
    alert(id: $id) {
      id
      shares {
        id
        url
        createdBy
        createdAt
        expiresAt
      }
    }
  }
`)

export const ShareAlert = graphql(`
  mutation ShareAlert($id: ID!, $days: Int!) {
    shareAlert(id: $id, days: $days) {
      id
      url
      expiresAt
    }
  }
`)

export const RevokeAlertShare = graphql(`
  mutation RevokeAlertShare($id: ID!) {
    revokeAlertShare(id: $id)
  }
`)
