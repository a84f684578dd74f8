import { graphql, type ResultOf } from "../graphql.ts"

export const OnCallReport = graphql(`
  query OnCallReport(
    $projectId: ID!
    $from: DateTime!
    $to: DateTime!
    $policyId: ID
    $teamId: ID
  ) {
    project(id: $projectId) {
      id
      onCallReport(from: $from, to: $to, policyId: $policyId, teamId: $teamId) {
        alerts
        acknowledged
        resolved
        mttaSeconds
        mttrSeconds
        pages
        nightPages
        interruptions
        nightsWoken
        pagesByHour
        people {
          userId
          name
          timeZone
          pages
          nightPages
          weekendPages
          interruptions
          nightsWoken
          hours
          nightHours
          weekendHours
          plannedHours
        }
        rotations {
          id
          name
          people {
            userId
            name
            hours
            nightHours
            weekendHours
            plannedHours
            evenHours
          }
        }
      }
    }
  }
`)

export type OnCallReportOf = NonNullable<ResultOf<typeof OnCallReport>["project"]>["onCallReport"]

/** What the report can be about. */
export const OnCallScopes = graphql(`
  query OnCallScopes($projectId: ID!) {
    project(id: $projectId) {
      id
      onCallPolicies(first: 100) {
        edges {
          node {
            id
            name
          }
        }
      }
      teams(first: 100) {
        edges {
          node {
            id
            name
          }
        }
      }
    }
  }
`)
