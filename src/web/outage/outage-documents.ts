import { graphql, mutation, type ResultOf } from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"

export const OutagesOfMonitor = graphql(
  `
    query OutagesOfMonitor($id: ID!, $from: DateTime!, $to: DateTime!) {
      monitor(id: $id) {
        id
        uptime(from: $from, to: $to) {
          percent
          coverage
          excludedSeconds
          uncorrectedPercent
        }
        corrections(from: $from, to: $to) {
          id
          startsAt
          endsAt
          reason
          actorName
          createdAt
          monitors {
            id
            name
          }
        }
        outages(from: $from, to: $to) {
          count
          offlineCount
          offlineSeconds
          meanRecoverySeconds
          longestSeconds
          outages {
            id
            level
            startedAt
            decidedAt
            endedAt
            seconds
            findings {
              ...FindingWords
            }
            verdict {
              id
              decision
              incident @include(if: $readsIncidents) {
                id
                number
              }
              alert @include(if: $readsAlerts) {
                id
                number
              }
            }
          }
        }
      }
    }
  `,
  [FindingWords],
)

export const CreateCorrection = mutation("createCorrection", "id")
export const DeleteCorrection = mutation("deleteCorrection")

export type CorrectionRow = NonNullable<
  ResultOf<typeof OutagesOfMonitor>["monitor"]
>["corrections"][number]

export type OutageRow = NonNullable<
  ResultOf<typeof OutagesOfMonitor>["monitor"]
>["outages"]["outages"][number]
