import { graphql } from "../graphql.ts"

export const UsageOfProject = graphql(`
  query UsageOfProject($id: ID!) {
    project(id: $id) {
      id
      usage {
        plan
        period {
          startsAt
          endsAt
        }
        requests {
          used
          limit
          remaining
        }
        burst {
          limitPerMinute
          remaining
          resetsAt
        }
        monitors {
          used
          limit
        }
        statusPages {
          used
          limit
        }
        telemetry {
          bytes {
            used
            limit
          }
          records {
            used
            limit
          }
          resetsAt
        }
      }
    }
  }
`)
