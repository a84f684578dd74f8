import { query, type ResultOf } from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"

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
      findings {
        ...FindingWords
      }
    }
    queues {
      queue
      status
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
  [FindingWords],
)

export type Report = NonNullable<ResultOf<typeof InstallationState>["installationReport"]>
export type Health = Report["parts"][number]["status"]
