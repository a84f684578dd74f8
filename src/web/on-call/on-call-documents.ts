import { FindingWords } from "../ui/finding-words.ts"
import { graphql, type FragmentOf } from "../graphql.ts"
import { ShiftRow } from "./rotation-documents.ts"
import { SwapRow } from "./swap-documents.ts"

export const RotationRow = graphql(
  `
    fragment RotationRow on Rotation {
      id
      name
      timeZone
      onCallNow {
        user {
          id
          name
        }
        endsAt
        source
        sourceId
      }
      shifts(from: $from, until: $until) {
        ...ShiftRow
      }
      gaps(from: $from, until: $until) {
        startsAt
        endsAt
        findings {
          text
        }
      }
    }
  `,
  [ShiftRow],
)
export type RotationRow = FragmentOf<typeof RotationRow>

export const OnCall = graphql(
  `
    query OnCall($projectId: ID!, $from: DateTime!, $until: DateTime!) {
      project(id: $projectId) {
        id
        onCallNow(first: 100) {
          edges {
            node {
              policyId
              policyName
              ruleOrder
              until
              user {
                id
                name
              }
            }
          }
        }
        pendingSwaps {
          ...SwapRow
        }
        onCallReadiness {
          isReady
          warnings {
            kind
            finding {
              ...FindingWords
            }
          }
        }
        rotations(first: 25) {
          edges {
            node {
              ...RotationRow
            }
          }
        }
      }
    }
  `,
  [RotationRow, SwapRow, FindingWords],
)
