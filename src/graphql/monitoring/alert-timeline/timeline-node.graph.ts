import { reasonOf, say } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { ChannelKind } from "../../delivery/channel/channel-kind.graph.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { DeliveryAttempt } from "../../delivery/log/delivery-attempt.graph.ts"
import { DeliveryState } from "../../delivery/log/delivery.graph.ts"
import { Check } from "../check/check.graph.ts"
import { EgressSample, Counts, Step } from "../verdict/verdict-step.graph.ts"
import { BurnDecision } from "./burn-decision.graph.ts"
import type { CheckRow } from "../check/list-checks.ts"
import { Decision } from "../verdict/verdict.graph.ts"
import type { NodeOf, TimelineNode as TellNode, TimelineOutcome } from "./rules/timeline-node.ts"

/** A node with what its evidence is looked up in. */
type Shown<Kind extends TellNode["kind"] = TellNode["kind"]> = NodeOf<Kind> & {
  rows: CheckRow[]
  projectId: string
}

const outcomes: Record<TimelineOutcome, string> = {
  done: "It happened.",
  skipped: "It was not done; the detail says why.",
  failed: "It failed.",
  pending: "It is still under way.",
}

const Outcome = builder.enumType("TimelineOutcome", {
  description: "Whether something in a timeline was done.",
  values: Object.fromEntries(
    Object.entries(outcomes).map(([value, description]) => [
      value.toUpperCase(),
      { value, description },
    ]),
  ) as Record<Uppercase<TimelineOutcome>, { value: TimelineOutcome; description: string }>,
})

const names: Record<TellNode["kind"], string> = {
  check: "TimelineCheck",
  second_check: "TimelineSecondCheck",
  network: "TimelineNetwork",
  threshold: "TimelineThreshold",
  decision: "TimelineDecision",
  flap: "TimelineFlap",
  escalation: "TimelineEscalation",
  step: "TimelineStep",
  delivery: "TimelineDelivery",
  pause: "TimelinePause",
  burn: "TimelineBurn",
  report: "TimelineReport",
  change: "TimelineChange",
}

export const TimelineNode = builder.interfaceRef<Shown>("TimelineNode").implement({
  description: "One thing that happened to an alert, or was not done.",
  resolveType: ({ kind }) => names[kind],
  fields: (t) => ({
    id: t.exposeID("id", { description: "Unique within the timeline." }),
    at: t.expose("at", { type: "DateTime", description: "When it happened." }),
    outcome: t.expose("outcome", { type: Outcome, description: "Whether it was done." }),
    title: t.string({
      description: "What happened, in a few words of English.",
      resolve: ({ title }) => say([title]),
    }),
    titleFinding: t.field({
      type: Finding,
      description: "The title as data.",
      resolve: ({ title }) => title,
    }),
    detail: t.string({
      nullable: true,
      description: "The reason or the evidence in English; times are in UTC.",
      resolve: ({ findings }) => reasonOf(findings),
    }),
    findings: t.expose("findings", { type: [Finding], description: "The detail as data." }),
  }),
})

const shared = {
  interfaces: [TimelineNode],
  authScopes: ({ projectId }: { projectId: string }) => ({
    // Reached only through its alert.
    may: {
      projectId,
      permission: "monitors:read" as const,
      noun: "alert",
      about: "within" as const,
    },
  }),
}

builder.objectRef<Shown<"check">>("TimelineCheck").implement({
  ...shared,
  description: "A check that failed.",
  fields: (t) => ({
    check: t.field({
      type: Check,
      nullable: true,
      description: "The check; null if it is no longer stored.",
      resolve: ({ check, rows, projectId }) => {
        const at = check.startedAt.getTime()
        const row = rows.find(({ started_at }) => started_at.getTime() === at)
        return row === undefined ? null : { row, projectId }
      },
    }),
  }),
})

builder.objectRef<Shown<"second_check">>("TimelineSecondCheck").implement({
  ...shared,
  description: "The second attempt, which confirmed a failure over a new connection.",
  fields: (t) => ({
    address: t.exposeString("address", {
      nullable: true,
      description: "The address it reached; null if none.",
    }),
  }),
})

builder.objectRef<Shown<"network">>("TimelineNetwork").implement({
  ...shared,
  description: "Whether our own network was up while a check failed.",
  fields: (t) => ({
    samples: t.expose("samples", {
      type: [EgressSample],
      description: "What each reference host answered.",
    }),
  }),
})

builder.objectRef<Shown<"threshold">>("TimelineThreshold").implement({
  ...shared,
  description: "The failures in a row that made an outage.",
  fields: (t) => ({
    counts: t.expose("counts", { type: Counts, description: "The counts and the thresholds." }),
  }),
})

builder.objectRef<Shown<"decision">>("TimelineDecision").implement({
  ...shared,
  description: "A decision to declare, reopen or end an outage, or to raise no alert.",
  fields: (t) => ({
    verdictId: t.id({
      description: "The decision record.",
      resolve: ({ verdict }) => verdict.id,
    }),
    decision: t.field({
      type: Decision,
      description: "The outcome.",
      resolve: ({ verdict }) => verdict.decision,
    }),
    steps: t.field({
      type: [Step],
      description: "The rules applied, in order, with their evidence.",
      resolve: ({ verdict }) => verdict.steps,
    }),
  }),
})

builder.objectRef<Shown<"flap">>("TimelineFlap").implement({
  ...shared,
  description: "The middle of a long flap.",
  fields: (t) => ({
    outages: t.exposeInt("outages", { description: "Number of outages that it stands for." }),
    until: t.expose("until", { type: "DateTime", description: "When the last one changed." }),
  }),
})

builder.objectRef<Shown<"escalation">>("TimelineEscalation").implement({
  ...shared,
  description: "The start of paging.",
  fields: (t) => ({
    policyName: t.exposeString("policyName", {
      nullable: true,
      description: "The on-call policy; null if there was none.",
    }),
    leadId: t.id({
      nullable: true,
      description: "The alert with the same cause that pages for it; null if it pages itself.",
      resolve: async ({ leadId, projectId }, _args, { access }) =>
        leadId !== null && (await access.sees(projectId, { type: "alert", id: leadId }))
          ? leadId
          : null,
    }),
  }),
})

builder.objectRef<Shown<"step">>("TimelineStep").implement({
  ...shared,
  description: "One step of the on-call policy.",
  fields: (t) => ({
    round: t.exposeInt("round", { description: "Counts from 1; above 1 for repeats." }),
    ruleOrder: t.exposeInt("ruleOrder", {
      description:
        "The rule's position in its policy; 0 for owners and admins, -1 for a page by a person.",
    }),
    found: t.stringList({
      description: "What each target of the rule resolved to, one sentence of English each.",
      resolve: ({ found }) => found.map((one) => say([one])),
    }),
  }),
})

builder.objectRef<Shown<"pause">>("TimelinePause").implement({
  ...shared,
  description: "Time in which nobody answered or nobody was paged.",
})

builder.objectRef<Shown<"burn">>("TimelineBurn").implement({
  ...shared,
  description: "A decision about the error budget of an SLO.",
  fields: (t) => ({
    decision: t.expose("decision", { type: BurnDecision, description: "The outcome." }),
  }),
})

builder.objectRef<Shown<"report">>("TimelineReport").implement({
  ...shared,
  description: "What the sender of a source reported: what raised the alert, or its repetitions.",
  fields: (t) => ({
    count: t.exposeInt("count", { description: "Number of events that it stands for." }),
  }),
})

const TimelineChangeKind = builder.enumType("TimelineChangeKind", {
  description: "What a person or key changed.",
  values: {
    ACKNOWLEDGED: { value: "acknowledged", description: "The alert was acknowledged." },
    RESOLVED: { value: "resolved", description: "The alert was resolved." },
    REOPENED: { value: "reopened", description: "The alert was opened again." },
    STATE: { value: "state", description: "Another state was set." },
    SNOOZED: { value: "snoozed", description: "The alert was snoozed, or its snooze was ended." },
    HANDLED: {
      value: "handled",
      description: "The alert was assigned, merged or split, or people were paged for it.",
    },
    NOTED: { value: "noted", description: "Somebody wrote a note." },
    MONITOR: {
      value: "monitor",
      description: "The monitor or SLO was muted or paused, or the reverse.",
    },
  } as const,
})

builder.objectRef<Shown<"change">>("TimelineChange").implement({
  ...shared,
  description: "A change by a person, a key or a recovery.",
  fields: (t) => ({
    change: t.expose("change", { type: TimelineChangeKind, description: "What changed." }),
    actorName: t.exposeString("actorName", {
      nullable: true,
      description: "Name of the person or key; null for a recovery.",
    }),
    client: t.exposeString("client", {
      nullable: true,
      description: "The message or program they used, such as link; null for the dashboard.",
    }),
  }),
})

builder.objectRef<Shown<"delivery">>("TimelineDelivery").implement({
  ...shared,
  description: "A message of a page, with its attempts.",
  fields: (t) => ({
    deliveryId: t.id({
      description: "The delivery.",
      resolve: ({ delivery }) => delivery.id,
    }),
    channelKind: t.field({
      type: ChannelKind,
      description: "The kind of channel.",
      resolve: ({ delivery }) => delivery.kind,
    }),
    recipientName: t.string({
      nullable: true,
      description: "The person or channel; null if deleted.",
      resolve: ({ page }) => page.name,
    }),
    reasonFindings: t.field({
      type: [Finding],
      description: "Why this person or channel was paged.",
      resolve: ({ page }) => page.findings,
    }),
    reason: t.string({
      description: "Why this person or channel was paged, in English.",
      resolve: ({ page }) => say(page.findings),
    }),
    state: t.field({
      type: DeliveryState,
      description: "Its state.",
      resolve: ({ delivery: { state, confirmedAt } }) =>
        state === "delivered" && confirmedAt === null ? "accepted" : state,
    }),
    attempts: t.field({
      type: [DeliveryAttempt],
      description: "Its attempts, oldest first; the first 20.",
      resolve: ({ delivery }) => delivery.attempts,
    }),
  }),
})
