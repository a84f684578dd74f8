import { builder } from "../../kernel/builder.ts"
import { itsFindings, Finding } from "../../kernel/finding.graph.ts"
import {
  titleOf,
  type CountEvidence,
  type AttemptEvidence,
  type SilenceEvidence,
  type VerdictStep,
} from "./rules/verdict-steps.ts"

export const EgressSample = builder
  .objectRef<NonNullable<VerdictStep["egress"]>[number]>("EgressSample")
  .implement({
    description:
      "Whether our own network reached an anchor, probed after the deciding attempt or when the network was found down.",
    fields: (t) => ({
      anchor: t.exposeString("anchor", { description: "The address and port that was tried." }),
      isReachable: t.exposeBoolean("reachable", { description: "Whether it responded." }),
      durationMs: t.exposeFloat("durationMs", { description: "Duration in milliseconds." }),
    }),
  })

const Attempt = builder.objectRef<AttemptEvidence>("VerdictAttempt").implement({
  description: "One attempt behind a verdict.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime", description: "When it began." }),
    address: t.exposeString("address", {
      nullable: true,
      description: "The address it reached. Null when it reached none.",
    }),
    failureClass: t.exposeString("failureClass", {
      nullable: true,
      description: "The failure class, in lower case. Null when it succeeded.",
    }),
    ...t.explainedOrNull("reason", "The failure in English.", itsFindings),
  }),
})

export const Counts = builder.objectRef<CountEvidence>("VerdictCounts").implement({
  description: "Consecutive results and the thresholds in force at the time.",
  fields: (t) => ({
    good: t.exposeInt("good", { description: "Consecutive good results." }),
    bad: t.exposeInt("bad", { description: "Consecutive results that were not good." }),
    offline: t.exposeInt("offline", { description: "Consecutive offline results." }),
    failureThreshold: t.exposeInt("failureThreshold", {
      description: "Consecutive failures that made an outage at the time.",
    }),
    recoveryThreshold: t.exposeInt("recoveryThreshold", {
      description: "Consecutive good checks that ended an outage at the time.",
    }),
    since: t.expose("since", {
      type: "DateTime",
      nullable: true,
      description: "When the deciding run of results began.",
    }),
  }),
})

const Silence = builder.objectRef<SilenceEvidence>("VerdictSilence").implement({
  description: "What suppressed the alert.",
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "muted, maintenance or parent_down." }),
    name: t.exposeString("name", {
      nullable: true,
      description: "Title of the maintenance window, or name of the parent monitor.",
    }),
    since: t.expose("since", {
      type: "DateTime",
      nullable: true,
      description: "When it started, if known.",
    }),
    until: t.expose("until", {
      type: "DateTime",
      nullable: true,
      description: "When it was due to end, if known.",
    }),
  }),
})

export const Step = builder.objectRef<VerdictStep>("VerdictStep").implement({
  description: "One rule of a verdict, with its outcome and evidence.",
  fields: (t) => ({
    step: t.exposeString("step", { description: "The rule." }),
    outcome: t.exposeString("outcome", { description: "What it found." }),
    titleFinding: t.field({
      type: Finding,
      description: "The rule and what it found, as data.",
      resolve: titleOf,
    }),
    ...t.explained("evidence", "The evidence in English.", itsFindings),
    attempts: t.field({
      type: [Attempt],
      nullable: true,
      description: "The first and the last attempt. Null for other rules.",
      resolve: ({ attempts }) => attempts ?? null,
    }),
    egress: t.field({
      type: [EgressSample],
      nullable: true,
      description: "What each egress anchor returned. Null for other rules.",
      resolve: ({ egress }) => egress ?? null,
    }),
    counts: t.field({
      type: Counts,
      nullable: true,
      description: "Consecutive results against the threshold. Null for other rules.",
      resolve: ({ counts }) => counts ?? null,
    }),
    silence: t.field({
      type: Silence,
      nullable: true,
      description: "The silence in force. Null for other rules, or when there was none.",
      resolve: ({ silence }) => silence ?? null,
    }),
  }),
})
