import { builder } from "../builder.ts"
import { ChannelKind } from "../channel/graph-kind.ts"
import { UrgencyLevel } from "../contact/graph-urgency.ts"
import type { PlannedWay, Reach } from "../contact/ways.ts"
import type { Person } from "./graph-person.ts"
import { OnCallPerson, peopleOf } from "./graph-person.ts"
import { OnCallPolicy, TargetKind } from "./graph-policy.ts"
import { isHeld, MissReason, OnCallShift } from "./graph-shift.ts"
import type { Plan } from "./read-plan.ts"
import type { Outcome } from "./resolve.ts"
import type { Simulation } from "./simulate.ts"
import { simulateAlert } from "./simulate.ts"
import type { Step } from "./steps.ts"
import { idOf, nameOf, sayOutcome } from "./words.ts"

const EscalationOutcome = builder
  .objectRef<{ outcome: Outcome; plan: Plan }>("EscalationOutcome")
  .implement({
    description: "What one target of a rule comes to at the moment of a step.",
    fields: (t) => ({
      kind: t.field({
        type: TargetKind,
        description: "What the rule names.",
        resolve: ({ outcome }) => outcome.target.kind,
      }),
      targetId: t.id({
        nullable: true,
        description: "The user, team, rotation or channel; null where that was deleted.",
        resolve: ({ outcome }) => idOf(outcome.target),
      }),
      targetName: t.string({
        nullable: true,
        description: "What it is called; null where it was deleted.",
        resolve: ({ outcome, plan }) => nameOf(idOf(outcome.target), plan.names),
      }),
      users: t.field({
        type: [OnCallPerson],
        description: "Whom it pages; empty for nobody.",
        resolve: ({ outcome, plan }) => peopleOf(outcome.userIds, plan),
      }),
      shift: t.field({
        type: OnCallShift,
        nullable: true,
        description: "For a rotation: the shift of that moment.",
        resolve: ({ outcome, plan }) => {
          const shown = outcome.shift && { shift: outcome.shift, plan }
          return shown !== null && isHeld(shown) ? shown : null
        },
      }),
      reason: t.field({
        type: MissReason,
        nullable: true,
        description: "Why it pages nobody; null where it pages somebody.",
        resolve: ({ outcome }) => outcome.reason,
      }),
      text: t.string({
        description: "Why it pages these people, or nobody, in a sentence.",
        resolve: ({ outcome, plan }) => sayOutcome(outcome, plan.names),
      }),
    }),
  })

const EscalationWay = builder.objectRef<PlannedWay>("EscalationWay").implement({
  description: "A way over which somebody would be told, if nobody acknowledged before.",
  fields: (t) => ({
    channelId: t.exposeID("channelId", {
      nullable: true,
      description: "The channel; null for the address that the person signs in with.",
    }),
    kind: t.expose("kind", { type: ChannelKind, description: "What it goes over." }),
    at: t.expose("at", { type: "DateTime", description: "When." }),
    reason: t.exposeString("reason", { description: "Why over this one, and why then." }),
  }),
})

const EscalationReach = builder
  .objectRef<{ person: Person; reach: Reach }>("EscalationReach")
  .implement({
    description: "How a step reaches one person.",
    fields: (t) => ({
      user: t.expose("person", { type: OnCallPerson, description: "The person." }),
      ways: t.field({
        type: [EscalationWay],
        description: "In the order in which they are tried.",
        resolve: ({ reach }) => reach.ways,
      }),
      digestAt: t.field({
        type: "DateTime",
        nullable: true,
        description: "When it would be told of among others of the day; null where it is not.",
        resolve: ({ reach }) => reach.digestAt,
      }),
    }),
  })

const EscalationStep = builder.objectRef<{ step: Step; plan: Plan }>("EscalationStep").implement({
  description: "One rule's turn in the escalation of an alert.",
  fields: (t) => ({
    round: t.int({
      description: "Counts from 1; above 1 for repeats.",
      resolve: ({ step }) => step.round,
    }),
    ruleId: t.id({
      nullable: true,
      description:
        "The rule; null for the owners and admins, who are paged where no rule reaches anybody.",
      resolve: ({ step }) => (step.ruleOrder === 0 ? null : step.ruleId),
    }),
    ruleOrder: t.int({
      description: "The rule's place in its policy, counted from 1; 0 for the owners and admins.",
      resolve: ({ step }) => step.ruleOrder,
    }),
    dueAt: t.field({
      type: "DateTime",
      description: "When it is due. After a step that reaches nobody the next does not wait.",
      resolve: ({ step }) => step.dueAt,
    }),
    users: t.field({
      type: [OnCallPerson],
      description: "Whom it pages, once each; empty where it reaches nobody.",
      resolve: ({ step, plan }) => peopleOf(step.userIds, plan),
    }),
    reaches: t.field({
      type: [EscalationReach],
      description: "How it reaches each of them.",
      resolve: ({ step, plan }) =>
        peopleOf(step.userIds, plan).flatMap((person) => {
          const reach = step.reaches.get(person.userId)
          return reach === undefined ? [] : [{ person, reach }]
        }),
    }),
    channelIds: t.idList({
      description: "The channels of the project that it tells, once each.",
      resolve: ({ step }) => step.channelIds,
    }),
    outcomes: t.field({
      type: [EscalationOutcome],
      description: "What each target of the rule comes to at that moment.",
      resolve: ({ step, plan }) => step.outcomes.map((outcome) => ({ outcome, plan })),
    }),
  }),
})

const AlertSimulation = builder.objectRef<Simulation>("AlertSimulation").implement({
  description: "Who would get an alert that nobody acknowledges, when and why.",
  fields: (t) => ({
    policy: t.prismaField({
      type: OnCallPolicy,
      nullable: true,
      description:
        "The policy that it goes by; null where there is none, so that its owners and admins are paged.",
      resolve: (query, { policy }, _args, { database }) =>
        policy && database.prisma.onCallPolicy.findUnique({ ...query, where: { id: policy.id } }),
    }),
    isDefaultPolicy: t.exposeBoolean("isDefault", {
      description: "Whether that is the project's default, because the monitor names none.",
    }),
    steps: t.field({
      type: [EscalationStep],
      description: "In the order in which they are due.",
      resolve: ({ steps, plan }) => steps.map((step) => ({ step, plan })),
    }),
  }),
})

builder.queryField("simulateAlert", (t) =>
  t.field({
    type: AlertSimulation,
    description:
      "Plays the escalation of an alert through, by the same rules that page people. Needs on_call:read.",
    args: {
      monitorId: t.arg.id({ required: true, description: "The monitor that would fail." }),
      at: t.arg({ type: "DateTime", required: true, description: "When the alert is raised." }),
      urgency: t.arg({
        type: UrgencyLevel,
        description:
          "HIGH where absent, as of a monitor that is offline; LOW as of a degraded one.",
      }),
    },
    resolve: (_root, { monitorId, at, urgency }, ctx) =>
      simulateAlert(ctx, monitorId, at, urgency ?? "high"),
  }),
)
