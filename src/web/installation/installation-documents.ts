import { query, type ResultOf } from "../graphql.ts"

export const AmOperator = query("viewer", "id isOperator")

export const InstallationState = query(
  "installationReport",
  `
    version
    nodeVersion
    postgresVersion
    isPostgresEmbedded
    usesRedis
    proxy
    databaseBytes
    diskFreeBytes
    diskBytes
    monitors
    overdueMonitors
    lastCheckAgeSeconds
    parts {
      name
      status
      detail
    }
    queues {
      queue
      status
      detail
      oldestDueSeconds
      queued
    }
    probers {
      proberId
      reportedAt
      anchors
      reached
    }
    backup {
      isScheduled
      place
      name
      madeAt
      bytes
      verifiedAt
    }
  `,
)

export type Report = NonNullable<ResultOf<typeof InstallationState>["installationReport"]>
export type Health = Report["parts"][number]["status"]
