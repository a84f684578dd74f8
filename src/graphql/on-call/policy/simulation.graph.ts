import { builder } from "../../kernel/builder.ts"
import { ChannelKind } from "../../delivery/channel/channel-kind.graph.ts"
import type { PlannedDelivery, DeliveryPlan } from "../contact/rules/recipients.ts"
import { OnCallPerson, peopleOf, type Person } from "../schedule/person.graph.ts"
import { UrgencyLevel } from "../contact/urgency.graph.ts"
import { OnCallPolicy, TargetKind } from "./policy.graph.ts"
import { isShift, MissReason, OnCallShift } from "../schedule/shift.graph.ts"
import type { Plan } from "../schedule/read-plan.ts"
import type { ResolvedTarget } from "../schedule/rules/resolve-targets.ts"
import { simulatePolicy, type Simulation } from "./simulate-policy.ts"
import type { Step } from "./rules/policy-steps.ts"
import { idOf, nameOf, explainTarget } from "../schedule/rules/on-call-words.ts"

const SimulatedTarget = builder
  .objectRef<{ resolved: ResolvedTarget; plan: Plan }>("SimulatedTarget")
  .implement({
    description: "One target of a rule, resolved at the time of a step.",
    fields: (t) => ({
      kind: t.field({
        type: TargetKind,
        description: "What the rule names.",
        resolve: ({ resolved }) => resolved.target.kind,
      }),
      targetId: t.id({
        nullable: true,
        description: "The user, team, rotation or channel; null if it was deleted.",
        resolve: ({ resolved }) => idOf(resolved.target),
      }),
      targetName: t.string({
        nullable: true,
        description: "Its name; null if it was deleted.",
        resolve: ({ resolved, plan }) => nameOf(idOf(resolved.target), plan.names),
      }),
      users: t.field({
        type: [OnCallPerson],
        description: "The people it pages.",
        resolve: ({ resolved, plan }) => peopleOf(resolved.userIds, plan),
      }),
      shift: t.field({
        type: OnCallShift,
        nullable: true,
        description: "The current shift, if the target is a rotation.",
        resolve: ({ resolved, plan }) => {
          const shown = resolved.shift && { shift: resolved.shift, plan }
          return shown !== null && isShift(shown) ? shown : null
        },
      }),
      reason: t.field({
        type: MissReason,
        nullable: true,
        description: "Why it pages nobody; null if it pages somebody.",
        resolve: ({ resolved }) => resolved.reason,
      }),
      ...t.explained(
        "text",
        "Why it pages these people or nobody, as an English sentence.",
        ({ resolved, plan }) => [explainTarget(resolved, plan.names)],
      ),
    }),
  })

const SimulatedDelivery = builder.objectRef<PlannedDelivery>("SimulatedDelivery").implement({
  description: "A delivery that is sent unless somebody acknowledges first.",
  fields: (t) => ({
    channelId: t.exposeID("channelId", {
      nullable: true,
      description: "The channel; null for the person's sign-in address.",
    }),
    kind: t.expose("kind", { type: ChannelKind, description: "The kind of channel." }),
    at: t.expose("at", { type: "DateTime", description: "When it is sent." }),
    ...t.explainedByOne(
      "reason",
      "Why this channel at this time, in English.",
      ({ finding }) => finding,
    ),
  }),
})

const SimulatedRecipient = builder
  .objectRef<{ person: Person; planned: DeliveryPlan }>("SimulatedRecipient")
  .implement({
    description: "How a step reaches one person.",
    fields: (t) => ({
      user: t.expose("person", { type: OnCallPerson, description: "The person." }),
      deliveries: t.field({
        type: [SimulatedDelivery],
        description: "The deliveries, earliest first.",
        resolve: ({ planned }) => planned.deliveries,
      }),
      digestAt: t.field({
        type: "DateTime",
        nullable: true,
        description: "When the daily digest would include it; null if it is sent at once.",
        resolve: ({ planned }) => planned.digestAt,
      }),
    }),
  })

const SimulatedStep = builder.objectRef<{ step: Step; plan: Plan }>("SimulatedStep").implement({
  description: "One step of an alert's escalation.",
  fields: (t) => ({
    round: t.int({
      description: "Counts from 1; above 1 for repeats.",
      resolve: ({ step }) => step.round,
    }),
    ruleId: t.id({
      nullable: true,
      description:
        "The rule; null for owners and admins, who are paged if no rule reaches anybody.",
      resolve: ({ step }) => (step.ruleOrder === 0 ? null : step.ruleId),
    }),
    ruleOrder: t.int({
      description: "The rule's position in its policy, counted from 1; 0 for owners and admins.",
      resolve: ({ step }) => step.ruleOrder,
    }),
    dueAt: t.field({
      type: "DateTime",
      description: "When it is due. A step does not wait if the previous one reached nobody.",
      resolve: ({ step }) => step.dueAt,
    }),
    users: t.field({
      type: [OnCallPerson],
      description: "The people it pages, without duplicates.",
      resolve: ({ step, plan }) => peopleOf(step.userIds, plan),
    }),
    recipients: t.field({
      type: [SimulatedRecipient],
      description: "How each person is reached.",
      resolve: ({ step, plan }) =>
        peopleOf(step.userIds, plan).flatMap((person) => {
          const planned = step.recipients.get(person.userId)
          return planned === undefined ? [] : [{ person, planned }]
        }),
    }),
    channelIds: t.idList({
      description: "The team channels it pages, without duplicates.",
      resolve: ({ step }) => step.channelIds,
    }),
    targets: t.field({
      type: [SimulatedTarget],
      description: "The rule's targets, resolved at that time.",
      resolve: ({ step, plan }) => step.targets.map((resolved) => ({ resolved, plan })),
    }),
  }),
})

export const AlertSimulation = builder.objectRef<Simulation>("AlertSimulation").implement({
  description: "Who would be paged for an alert that nobody acknowledges, when, and why.",
  fields: (t) => ({
    policy: t.prismaField({
      type: OnCallPolicy,
      nullable: true,
      description: "The policy used; null if there is none and owners and admins are paged.",
      resolve: (query, { policy }, _args, { database }) =>
        policy && database.prisma.onCallPolicy.findUnique({ ...query, where: { id: policy.id } }),
    }),
    isDefaultPolicy: t.exposeBoolean("isDefault", {
      description: "Whether that is the project's default because the monitor names no policy.",
    }),
    steps: t.field({
      type: [SimulatedStep],
      description: "The steps, earliest first.",
      resolve: ({ steps, plan }) => steps.map((step) => ({ step, plan })),
    }),
  }),
})

builder.prismaObjectField("OnCallPolicy", "simulation", (t) =>
  t.field({
    type: AlertSimulation,
    description: "Who would be paged by this policy for an alert that nobody acknowledges.",
    args: {
      at: t.arg({ type: "DateTime", required: true, description: "When the alert is raised." }),
      urgency: t.arg({ type: UrgencyLevel, description: "HIGH by default." }),
    },
    select: { id: true, projectId: true },
    resolve: ({ id, projectId }, { at, urgency }, ctx) =>
      simulatePolicy(ctx, { projectId, policyId: id }, at, urgency ?? "high"),
  }),
)
