import { graphql, query, type ResultOf } from "../graphql.ts"

const ReplayPart = graphql(`
  fragment ReplayPart on ReplayResult {
    failureThreshold
    recoveryThreshold
    count
    downtimeSeconds
    meanDetectionSeconds
    outages {
      level
      startedAt
      declaredAt
      endedAt
      isFlapping
    }
  }
`)

export const ReplayMonitor = query(
  "replayMonitor",
  `
    checks
    isComplete
    replayedUntil
    own {
      ...ReplayPart
    }
    asked {
      ...ReplayPart
    }
  `,
  [ReplayPart],
)

export type Replay = ResultOf<typeof ReplayMonitor>["replayMonitor"]
export type Replayed = Replay["own"]
export type ReplayedOutage = Replayed["outages"][number]
