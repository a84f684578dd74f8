import { graphql, type ResultOf } from "../graphql.ts"

export const PingsOfMonitor = graphql(`
  query PingsOfMonitor(
    $id: ID!
    $kinds: [PingKind!]
    $exitCode: Int
    $search: String
    $since: DateTime
    $until: DateTime
    $after: String
  ) {
    monitor(id: $id) {
      id
      pings(
        first: 50
        kinds: $kinds
        exitCode: $exitCode
        search: $search
        since: $since
        until: $until
        after: $after
      ) {
        edges {
          node {
            id
            kind
            exitCode
            durationMs
            body
            sourceIp
            userAgent
            method
            at
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)
type Monitor = NonNullable<ResultOf<typeof PingsOfMonitor>["monitor"]>
export type PingRow = Monitor["pings"]["edges"][number]["node"]
