import { builder } from "../builder.ts"
import { EgressSample } from "../check/graph-detail.ts"
import type { CountEvidence, LookEvidence, SilenceEvidence, VerdictStep } from "./steps.ts"

const date = (at: string | null): Date | null => (at === null ? null : new Date(at))

const LookAt = builder.objectRef<LookEvidence>("VerdictLook").implement({
  description: "One of the looks at the target that a verdict stands on.",
  fields: (t) => ({
    at: t.field({
      type: "DateTime",
      description: "When it began.",
      resolve: ({ at }) => new Date(at),
    }),
    address: t.exposeString("address", {
      nullable: true,
      description: "The address that it reached; null where it reached none.",
    }),
    failureClass: t.exposeString("failureClass", {
      nullable: true,
      description: "Why it was not fine, as the failure class in lower case; null where it was.",
    }),
    reason: t.exposeString("reason", { nullable: true, description: "The same in a sentence." }),
  }),
})

const Counts = builder.objectRef<CountEvidence>("VerdictCounts").implement({
  description: "How the results in a row stood against the thresholds of that moment.",
  fields: (t) => ({
    good: t.exposeInt("good", { description: "Good results in a row." }),
    bad: t.exposeInt("bad", { description: "Results in a row that were not good." }),
    offline: t.exposeInt("offline", { description: "Offline results in a row." }),
    failureThreshold: t.exposeInt("failureThreshold", {
      description: "How many failures in a row made an outage then.",
    }),
    recoveryThreshold: t.exposeInt("recoveryThreshold", {
      description: "How many good checks in a row ended one then.",
    }),
    since: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the run that decided began.",
      resolve: ({ since }) => date(since),
    }),
  }),
})

const Silence = builder.objectRef<SilenceEvidence>("VerdictSilence").implement({
  description: "What kept us from speaking.",
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "muted, maintenance or parent_down." }),
    name: t.exposeString("name", {
      nullable: true,
      description: "The window's title, or the name of the monitor above.",
    }),
    since: t.field({
      type: "DateTime",
      nullable: true,
      description: "Since when, where that is known.",
      resolve: ({ since }) => date(since),
    }),
    until: t.field({
      type: "DateTime",
      nullable: true,
      description: "Until when, where that was known.",
      resolve: ({ until }) => date(until),
    }),
  }),
})

export const Step = builder.objectRef<VerdictStep>("VerdictStep").implement({
  description: "One rule of a verdict: what it looked at and what it found.",
  fields: (t) => ({
    step: t.exposeString("step", { description: "The rule." }),
    outcome: t.exposeString("outcome", { description: "What it found." }),
    evidence: t.exposeString("detail", { description: "What it stood on, in words." }),
    looks: t.field({
      type: [LookAt],
      nullable: true,
      description: "The looks, the first and the last; null for other rules.",
      resolve: ({ looks }) => looks ?? null,
    }),
    egress: t.field({
      type: [EgressSample],
      nullable: true,
      description: "What each egress anchor said; null for other rules.",
      resolve: ({ egress }) => egress ?? null,
    }),
    counts: t.field({
      type: Counts,
      nullable: true,
      description: "The counts of the threshold; null for other rules.",
      resolve: ({ counts }) => counts ?? null,
    }),
    silence: t.field({
      type: Silence,
      nullable: true,
      description: "The silence that held; null for other rules, or where none did.",
      resolve: ({ silence }) => silence ?? null,
    }),
  }),
})
