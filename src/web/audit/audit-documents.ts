import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const AuditLog = graphql(`
  query AuditLog(
    $projectId: ID!
    $action: String
    $actorId: ID
    $actorKind: ActorKind
    $subjectId: ID
    $search: String
    $since: DateTime
    $until: DateTime
    $after: String
  ) {
    project(id: $projectId) {
      id
      auditEntries(
        first: 50
        action: $action
        actorId: $actorId
        actorKind: $actorKind
        subjectId: $subjectId
        search: $search
        since: $since
        until: $until
        after: $after
      ) {
        edges {
          node {
            id
            action
            actorKind
            actorId
            actorName
            keyClass
            subjectId
            subjectName
            changes
            via
            at
            seq
            hash
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

export type AuditRow = NonNullable<
  ResultOf<typeof AuditLog>["project"]
>["auditEntries"]["edges"][number]["node"]
