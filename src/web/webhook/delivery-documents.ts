import { FindingWords } from "../ui/finding-words.ts"
import { graphql, mutation, query, type FragmentOf, type ResultOf } from "../graphql.ts"

export const DeliveryRow = graphql(
  `
    fragment DeliveryRow on Delivery {
      id
      event
      state
      attemptCount
      lastFindings {
        ...FindingWords
      }
      nextAttemptAt
      settledAt
      createdAt
    }
  `,
  [FindingWords],
)
export type DeliveryRow = FragmentOf<typeof DeliveryRow>

export const DeliveriesOfWebhook = graphql(
  `
    query DeliveriesOfWebhook(
      $id: ID!
      $states: [DeliveryState!]
      $events: [String!]
      $after: String
    ) {
      webhookEndpoint(id: $id) {
        id
        deliveries(first: 25, states: $states, events: $events, after: $after) {
          edges {
            node {
              ...DeliveryRow
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [DeliveryRow],
)

/** The request and every attempt of one delivery. */
export const OneDelivery = query(
  "delivery",
  `
    id
    body
    state
    nextAttemptAt
    settledAt
    attempts {
      number
      startedAt
      durationMs
      outcome
      responseStatus
      responseHeaders
      responseBody
      findings {
        ...FindingWords
      }
    }
  `,
  [FindingWords],
)
export type FoundDelivery = NonNullable<ResultOf<typeof OneDelivery>["delivery"]>

export const SendTestEvent = mutation("sendTestEvent", "id")
export const ReplayDelivery = mutation("replayDelivery", "id state")
export const ReplaySince = mutation("replayDeliveriesSince")
