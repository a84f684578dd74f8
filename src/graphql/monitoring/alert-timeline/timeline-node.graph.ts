import type { FieldRef } from "@pothos/core"
import { say } from "../../../findings/say.ts"
import { capital } from "../../../findings/words.ts"
import { builder, type BuilderTypes } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { ChannelKind } from "../../delivery/channel/channel-kind.graph.ts"
import { itsFindings } from "../../kernel/finding.graph.ts"
import { DeliveryAttempt } from "../../delivery/log/delivery-attempt.graph.ts"
import { DeliveryState } from "../../delivery/log/delivery.graph.ts"
import { Check } from "../check/check.graph.ts"
import { EgressSample, Counts, Step } from "../verdict/verdict-step.graph.ts"
import { BurnDecision } from "./burn-decision.graph.ts"
import type { CheckRow } from "../check/list-checks.ts"
import { Decision } from "../verdict/verdict.graph.ts"
import {
  timelineChanges,
  type NodeOf,
  type TimelineNode as TellNode,
  type TimelineOutcome,
} from "./rules/timeline-node.ts"

/** A node with what its evidence is looked up in. */
type Shown<Kind extends TellNode["kind"] = TellNode["kind"]> = NodeOf<Kind> & {
  rows: CheckRow[]
  projectId: string
}

const Outcome = builder.enumType("TimelineOutcome", {
  description: "Whether something in a timeline was done.",
  values: valuesOf<TimelineOutcome>({
    done: "It happened.",
    skipped: "It was not done; the detail says why.",
    failed: "It failed.",
    pending: "It is still under way.",
  }),
})

const nameOf = (kind: TellNode["kind"]): string =>
  `Timeline${kind.split("_").map(capital).join("")}`

export const TimelineNode = builder.interfaceRef<Shown>("TimelineNode").implement({
  description: "One thing that happened to an alert, or was not done.",
  resolveType: ({ kind }) => nameOf(kind),
  fields: (t) => ({
    id: t.exposeID("id", { description: "Unique within the timeline." }),
    at: t.expose("at", { type: "DateTime", description: "When it happened." }),
    outcome: t.expose("outcome", { type: Outcome, description: "Whether it was done." }),
    ...t.explainedByOne(
      "title",
      "What happened, in a few words of English.",
      ({ title }) => title,
      { data: "titleFinding" },
    ),
    ...t.explainedOrNull(
      "detail",
      "The reason or the evidence in English; times are in UTC.",
      itsFindings,
    ),
  }),
})

type Builder<Kind extends TellNode["kind"]> = PothosSchemaTypes.ObjectFieldBuilder<
  BuilderTypes,
  Shown<Kind>
>

/** Reached only through its alert. */
const about = { permission: "monitors:read", noun: "alert", about: "within" } as const

/** The type of a kind of nodes, with the fields of its evidence. */
const node = <Kind extends TellNode["kind"]>(
  kind: Kind,
  description: string,
  fields: (t: Builder<Kind>) => Record<string, FieldRef<BuilderTypes>> = () => ({}),
) =>
  builder.objectRef<Shown<Kind>>(nameOf(kind)).implement({
    interfaces: [TimelineNode],
    authScopes: ({ projectId }) => ({ may: { projectId, ...about } }),
    description,
    fields,
  })

node("check", "A check that failed.", (t) => ({
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
}))

node(
  "second_check",
  "The second attempt, which confirmed a failure over a new connection.",
  (t) => ({
    address: t.exposeString("address", {
      nullable: true,
      description: "The address it reached; null if none.",
    }),
  }),
)

node("network", "Whether our own network was up while a check failed.", (t) => ({
  samples: t.expose("samples", {
    type: [EgressSample],
    description: "What each reference host answered.",
  }),
}))

node("threshold", "The failures in a row that made an outage.", (t) => ({
  counts: t.expose("counts", { type: Counts, description: "The counts and the thresholds." }),
}))

node("decision", "A decision to declare, reopen or end an outage, or to raise no alert.", (t) => ({
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
}))

node("flap", "The middle of a long flap.", (t) => ({
  outages: t.exposeInt("outages", { description: "Number of outages that it stands for." }),
  until: t.expose("until", { type: "DateTime", description: "When the last one changed." }),
}))

node("escalation", "The start of paging.", (t) => ({
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
}))

node("step", "One step of the on-call policy.", (t) => ({
  round: t.exposeInt("round", { description: "Counts from 1; above 1 for repeats." }),
  ruleOrder: t.exposeInt("ruleOrder", {
    description:
      "The rule's position in its policy; 0 for owners and admins, -1 for a page by a person.",
  }),
  found: t.stringList({
    description: "What each target of the rule resolved to, one sentence of English each.",
    resolve: ({ findings }) => findings.map((one) => say([one])),
  }),
}))

node("pause", "Time in which nobody answered or nobody was paged.")

node("burn", "A decision about the error budget of an SLO.", (t) => ({
  decision: t.expose("decision", { type: BurnDecision, description: "The outcome." }),
}))

node(
  "report",
  "What the sender of a source reported: what raised the alert, or its repetitions.",
  (t) => ({ count: t.exposeInt("count", { description: "Number of events that it stands for." }) }),
)

const TimelineChangeKind = builder.enumType("TimelineChangeKind", {
  description: "What a person or key changed.",
  values: valuesOf(timelineChanges),
})

node("change", "A change by a person, a key or a recovery.", (t) => ({
  change: t.expose("change", { type: TimelineChangeKind, description: "What changed." }),
  actorName: t.exposeString("actorName", {
    nullable: true,
    description: "Name of the person or key; null for a recovery.",
  }),
  client: t.exposeString("client", {
    nullable: true,
    description: "The message or program they used, such as link; null for the dashboard.",
  }),
}))

node("delivery", "A message of a page, with its attempts.", (t) => ({
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
  ...t.explained(
    "reason",
    "Why this person or channel was paged, in English.",
    ({ page }) => page.findings,
    { data: "reasonFindings" },
  ),
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
}))
