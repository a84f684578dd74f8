import { builder } from "../builder.ts"
import { replayMonitor } from "./replay.ts"
import type { Replay } from "./replay.ts"
import type { ReplayOutage, ReplayResult } from "./replay-walk.ts"

const Level = builder.enumType("OutageLevel", {
  description: "How grave an outage is.",
  values: {
    DEGRADED: { value: "degraded", description: "It works, but something is wrong: an alert." },
    OFFLINE: { value: "offline", description: "It does not work: an incident and an alert." },
  } as const,
})

const Outage = builder.objectRef<ReplayOutage>("ReplayOutage").implement({
  description: "An outage that would have been declared.",
  fields: (t) => ({
    level: t.expose("level", { type: Level, description: "How grave it was." }),
    startedAt: t.expose("startedAt", { type: "DateTime", description: "Its first failed check." }),
    declaredAt: t.expose("declaredAt", {
      type: "DateTime",
      description: "The end of the check that decided.",
    }),
    endedAt: t.expose("endedAt", {
      type: "DateTime",
      nullable: true,
      description: "The check that ended it; null where it was still on.",
    }),
    detectionSeconds: t.exposeFloat("detectionSeconds", {
      description: "From its first failed check to the declaration.",
    }),
    isFlapping: t.exposeBoolean("isFlapping", {
      description: "True where it came back within ten minutes of its recovery.",
    }),
  }),
})

const Result = builder.objectRef<ReplayResult>("ReplayResult").implement({
  description: "What one policy would have declared.",
  fields: (t) => ({
    failureThreshold: t.int({
      description: "How many failures in a row made an outage.",
      resolve: ({ policy }) => policy.failureThreshold,
    }),
    recoveryThreshold: t.int({
      description: "How many good checks in a row ended one.",
      resolve: ({ policy }) => policy.recoveryThreshold,
    }),
    outages: t.field({
      type: [Outage],
      description: "The outages in order of time, at most 1,000.",
      resolve: ({ outages }) => outages,
    }),
    count: t.exposeInt("count", { description: "How many there were." }),
    downtimeSeconds: t.exposeFloat("downtimeSeconds", {
      description: "How long the status was offline.",
    }),
    meanDetectionSeconds: t.exposeFloat("meanDetectionSeconds", {
      nullable: true,
      description: "The mean time to a declaration; null where there was none.",
    }),
  }),
})

const ReplayRef = builder.objectRef<Replay>("Replay").implement({
  description: "Stored checks judged once more, by other thresholds.",
  fields: (t) => ({
    asked: t.field({
      type: Result,
      description: "By the policy that was asked for.",
      resolve: ({ asked }) => asked,
    }),
    own: t.field({
      type: Result,
      description: "By the monitor's present policy, for comparison.",
      resolve: ({ own }) => own,
    }),
    checks: t.exposeInt("checks", { description: "How many checks were judged." }),
    replayedUntil: t.expose("replayedUntil", {
      type: "DateTime",
      description: "How far it came; ask for the rest from there where it is not complete.",
    }),
    isComplete: t.exposeBoolean("isComplete", {
      description: "False where it stopped at a million checks or after 20 seconds.",
    }),
  }),
})

const Policy = builder.inputType("ReplayPolicy", {
  description: "The policy to try out.",
  fields: (t) => ({
    failureThreshold: t.int({
      required: true,
      description: "How many failures in a row make an outage, 1 to 100.",
    }),
    recoveryThreshold: t.int({
      required: true,
      description: "How many good checks in a row end one, 1 to 100.",
    }),
    includeSilences: t.boolean({
      description:
        "Whether mutes, maintenances and the monitor above silence as they did; true where absent.",
    }),
  }),
})

builder.queryField("replayMonitor", (t) =>
  t.field({
    type: ReplayRef,
    description:
      "Which outages would have been declared under other thresholds, over at most 400 days. Needs monitors:read.",
    args: {
      monitorId: t.arg.id({ required: true, description: "The monitor." }),
      from: t.arg({ type: "DateTime", required: true, description: "The first moment." }),
      to: t.arg({ type: "DateTime", required: true, description: "The end, itself excluded." }),
      policy: t.arg({ type: Policy, required: true, description: "The thresholds to try." }),
    },
    resolve: (_root, { monitorId, ...given }, ctx) => replayMonitor(ctx, monitorId, given),
  }),
)
