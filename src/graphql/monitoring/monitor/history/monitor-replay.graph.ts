import { builder } from "../../../kernel/builder.ts"
import { OutageLevel } from "../../check/check-enums.graph.ts"
import { replayMonitor, type Replay } from "./replay-monitor.ts"
import type { ReplayOutage, ReplayResult } from "./replay-walk.ts"

const Outage = builder.objectRef<ReplayOutage>("ReplayOutage").implement({
  description: "An outage that would have been declared.",
  fields: (t) => ({
    level: t.expose("level", { type: OutageLevel, description: "Its severity." }),
    startedAt: t.expose("startedAt", { type: "DateTime", description: "Its first failed check." }),
    declaredAt: t.expose("declaredAt", {
      type: "DateTime",
      description: "The end of the check that decided.",
    }),
    endedAt: t.expose("endedAt", {
      type: "DateTime",
      nullable: true,
      description: "The check that ended it; null if it was still ongoing.",
    }),
    detectionSeconds: t.exposeFloat("detectionSeconds", {
      description: "From its first failed check to the declaration.",
    }),
    isFlapping: t.exposeBoolean("isFlapping", {
      description: "True if it recurred within ten minutes of its recovery.",
    }),
  }),
})

const Result = builder.objectRef<ReplayResult>("ReplayResult").implement({
  description: "What one policy would have declared.",
  fields: (t) => ({
    failureThreshold: t.int({
      description: "The failure threshold.",
      resolve: ({ policy }) => policy.failureThreshold,
    }),
    recoveryThreshold: t.int({
      description: "How many good checks in a row ended one.",
      resolve: ({ policy }) => policy.recoveryThreshold,
    }),
    outages: t.field({
      type: [Outage],
      description: "The outages in chronological order, at most 1,000.",
      resolve: ({ outages }) => outages,
    }),
    count: t.exposeInt("count", { description: "Number of outages." }),
    downtimeSeconds: t.exposeFloat("downtimeSeconds", {
      description: "How long the status was offline.",
    }),
    meanDetectionSeconds: t.exposeFloat("meanDetectionSeconds", {
      nullable: true,
      description: "The mean time to a declaration; null if there was none.",
    }),
  }),
})

const ReplayRef = builder.objectRef<Replay>("Replay").implement({
  description: "Stored checks evaluated again with other thresholds.",
  fields: (t) => ({
    asked: t.field({
      type: Result,
      description: "With the requested policy.",
      resolve: ({ asked }) => asked,
    }),
    own: t.field({
      type: Result,
      description: "With the monitor's current thresholds, for comparison.",
      resolve: ({ own }) => own,
    }),
    checks: t.exposeInt("checks", { description: "Number of checks that were evaluated." }),
    replayedUntil: t.expose("replayedUntil", {
      type: "DateTime",
      description: "How far the replay got; if it is incomplete, request the rest from here.",
    }),
    isComplete: t.exposeBoolean("isComplete", {
      description: "False if it stopped at a million checks or after 20 seconds.",
    }),
  }),
})

const Policy = builder.inputType("ReplayPolicy", {
  description: "The policy to try out.",
  fields: (t) => ({
    failureThreshold: t.int({
      required: true,
      description: "The failure threshold, 1 to 100.",
    }),
    recoveryThreshold: t.int({
      required: true,
      description: "How many good checks in a row end one, 1 to 100.",
    }),
    includeSilences: t.boolean({
      description:
        "Whether mutes, maintenances and the parent suppress alerts as they did; true by default.",
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
      from: t.arg({ type: "DateTime", required: true, description: "The start." }),
      to: t.arg({ type: "DateTime", required: true, description: "The end, exclusive." }),
      policy: t.arg({ type: Policy, required: true, description: "The thresholds to try." }),
    },
    resolve: (_root, { monitorId, ...given }, ctx) => replayMonitor(ctx, monitorId, given),
  }),
)
