import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { textOut } from "../answers.ts"
import { monitorRef } from "../find-references.ts"
import { readTool } from "../tool.ts"

export const replayMonitor = readTool({
  name: "replay_monitor",
  title: "Replay a monitor under other thresholds",
  description:
    "Which outages stored checks would have declared with other thresholds, beside the monitor's own. " +
    "Use it to judge noise or missed outages before a change. At most 400 days.",
  scope: "monitors:read",
  example: {
    monitor: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21",
    days: 30,
    failure_threshold: 3,
    recovery_threshold: 2,
  },
  input: z.strictObject({
    monitor: monitorRef,
    days: z.int().min(1).max(400).default(30),
    failure_threshold: z.int().min(1).max(100),
    recovery_threshold: z.int().min(1).max(100),
  }),
  output: z.object({
    checks_judged: z.number(),
    is_complete: z.boolean(),
    replayed_until: textOut,
    asked: z.looseObject({}),
    own: z.looseObject({}),
  }),
  document: graphql(`
    query mcpReplay(
      $monitor: ID!
      $from: DateTime!
      $to: DateTime!
      $failures: Int!
      $recoveries: Int!
    ) {
      replayMonitor(
        monitorId: $monitor
        from: $from
        to: $to
        policy: { failureThreshold: $failures, recoveryThreshold: $recoveries }
      ) {
        checks
        isComplete
        replayedUntil
        asked {
          count
          downtimeSeconds
          meanDetectionSeconds
          failureThreshold
          recoveryThreshold
          outages {
            startedAt
            declaredAt
            endedAt
            isFlapping
          }
        }
        own {
          count
          downtimeSeconds
          meanDetectionSeconds
          failureThreshold
          recoveryThreshold
          outages {
            startedAt
            declaredAt
            endedAt
            isFlapping
          }
        }
      }
    }
  `),
  variables: ({ args, now }) => ({
    monitor: args.monitor,
    from: new Date(now.getTime() - args.days * 86_400_000).toISOString(),
    to: now.toISOString(),
    failures: args.failure_threshold,
    recoveries: args.recovery_threshold,
  }),
  answer: ({ replayMonitor: replay }) => ({
    checks_judged: replay.checks,
    is_complete: replay.isComplete,
    replayed_until: replay.replayedUntil,
    asked: resultOf(replay.asked),
    own: resultOf(replay.own),
  }),
})

type Result = {
  count: number
  downtimeSeconds: number
  meanDetectionSeconds: number | null
  failureThreshold: number
  recoveryThreshold: number
  outages: readonly {
    startedAt: string
    declaredAt: string
    endedAt: string | null
    isFlapping: boolean
  }[]
}

const mostOutages = 20

const resultOf = (one: Result) => ({
  failure_threshold: one.failureThreshold,
  recovery_threshold: one.recoveryThreshold,
  outage_count: one.count,
  downtime_minutes: Math.round(one.downtimeSeconds / 60),
  mean_detection_seconds: one.meanDetectionSeconds && Math.round(one.meanDetectionSeconds),
  latest_outages: one.outages.slice(-mostOutages).map((outage) => ({
    started_at: outage.startedAt,
    declared_at: outage.declaredAt,
    ended_at: outage.endedAt,
    ...(outage.isFlapping ? { is_flapping: true } : {}),
  })),
})
