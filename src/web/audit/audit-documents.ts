import { projectList, type ResultOf } from "../graphql.ts"

export const AuditLog = projectList(
  "auditEntries",
  "id action actorKind actorId actorName keyClass subjectId subjectName changes via at seq hash",
)

export type AuditRow = NonNullable<
  ResultOf<typeof AuditLog>["project"]
>["auditEntries"]["edges"][number]["node"]
