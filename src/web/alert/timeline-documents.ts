import { graphql, mutation, query, type FragmentOf, type ResultOf } from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"
import { AlertRow } from "./alert-documents.ts"

export const TimelineNodeView = graphql(
  `
    fragment TimelineNodeView on TimelineNode {
      __typename
      id
      at
      outcome
      titleFinding {
        ...FindingWords
      }
      findings {
        ...FindingWords
      }
      ... on TimelineCheck {
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
      ... on TimelineNetwork {
        samples {
          anchor
          isReachable
          durationMs
        }
      }
      ... on TimelineDecision {
        decision
        steps {
          titleFinding {
            ...FindingWords
          }
          findings {
            ...FindingWords
          }
        }
      }
      ... on TimelineBurn {
        burn: decision
      }
      ... on TimelineEscalation {
        leadId
      }
      ... on TimelineDelivery {
        reasonFindings {
          ...FindingWords
        }
        attempts {
          number
          startedAt
          durationMs
          outcome
          responseStatus
          responseBody
          findings {
            ...FindingWords
          }
        }
      }
      ... on TimelineChange {
        change
      }
    }
  `,
  [FindingWords],
)
export type TimelineNodeView = FragmentOf<typeof TimelineNodeView>

export const OneAlert = query(
  "alert",
  `
    ...AlertRow
    findings {
      ...FindingWords
    }
    escalation {
      state
    }
    source {
      id
      name
    }
    repeatCount
    evidence {
      dedupKey
      labels {
        name
        value
      }
      links {
        url
        text
      }
      body
    }
    timeline @include(if: $readsMonitors) {
      nodes {
        ...TimelineNodeView
      }
      next {
        at
        titleFinding {
          ...FindingWords
        }
        findings {
          ...FindingWords
        }
      }
    }
  `,
  [AlertRow, FindingWords, TimelineNodeView],
)
export type AlertWhole = NonNullable<ResultOf<typeof OneAlert>["alert"]>
export type TimelineNext = NonNullable<AlertWhole["timeline"]>["next"][number]

export const AlertShares = query("alert", "id shares { id url createdBy createdAt expiresAt }")

export const ShareAlert = mutation("shareAlert", "id url expiresAt")
export const RevokeAlertShare = mutation("revokeAlertShare")
