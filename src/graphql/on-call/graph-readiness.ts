import { builder } from "../builder.ts"
import type { Readiness } from "./check-readiness.ts"
import { checkReadiness } from "./check-readiness.ts"
import type { Plan } from "./read-plan.ts"
import type { Warning } from "./readiness.ts"
import { sayWarning } from "./words.ts"

const WarningKind = builder.enumType("OnCallWarningKind", {
  description: "What would keep a page from arriving.",
  values: {
    MONITORS_WITHOUT_POLICY: {
      value: "monitors_without_policy",
      description: "Monitors name no policy, and the project has no default one.",
    },
    POLICY_WITHOUT_RULES: {
      value: "policy_without_rules",
      description: "It pages only owners and admins.",
    },
    LOST_TARGET: {
      value: "lost_target",
      description: "A rule names a person, team or rotation that is gone, or an empty team.",
    },
    RULE_REACHES_NOBODY: {
      value: "rule_reaches_nobody",
      description: "None of a rule's targets comes to anybody for a time.",
    },
    UNVERIFIED_CONTACT: {
      value: "unverified_contact",
      description: "Somebody whom a rule may page has no verified channel.",
    },
    SINGLE_CONTACT: {
      value: "single_contact",
      description: "Somebody whom a rule may page has no second channel to fall back on.",
    },
    CALENDAR_STALE: {
      value: "calendar_stale",
      description: "A rotation's calendar was not read for an hour; its last good copy counts.",
    },
    CALENDAR_NAMES_NOBODY: {
      value: "calendar_names_nobody",
      description: "Events of a rotation's calendar name nobody of the project.",
    },
    ROTATION_GAP: {
      value: "rotation_gap",
      description: "Nobody is on call for a time in a rotation that a rule names.",
    },
  } as const,
})

type Shown = { warning: Warning; plan: Plan }

const inSpan = ({ warning }: Shown) => ("from" in warning ? warning : null)
const inPolicy = ({ warning }: Shown) => ("policyId" in warning ? warning : null)

const OnCallWarning = builder.objectRef<Shown>("OnCallWarning").implement({
  description: "Something that would keep a page from arriving.",
  fields: (t) => ({
    kind: t.field({
      type: WarningKind,
      description: "What it is.",
      resolve: ({ warning }) => warning.kind,
    }),
    text: t.string({
      description: "The same in a sentence.",
      resolve: ({ warning, plan }) => sayWarning(warning, plan.names),
    }),
    policyId: t.id({
      nullable: true,
      description: "The policy that it is about.",
      resolve: (shown) => inPolicy(shown)?.policyId ?? null,
    }),
    ruleOrder: t.int({
      nullable: true,
      description: "The rule that it is about, counted from 1.",
      resolve: ({ warning }) => ("ruleOrder" in warning ? warning.ruleOrder : null),
    }),
    rotationId: t.id({
      nullable: true,
      description: "The rotation that it is about.",
      resolve: ({ warning }) => ("rotationId" in warning ? warning.rotationId : null),
    }),
    userId: t.id({
      nullable: true,
      description: "The person whom it is about.",
      resolve: ({ warning }) => ("userId" in warning ? warning.userId : null),
    }),
    startsAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "From when; null for what does not pass by itself.",
      resolve: (shown) => inSpan(shown)?.from ?? null,
    }),
    endsAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "Until when, as far as is looked ahead.",
      resolve: (shown) => inSpan(shown)?.until ?? null,
    }),
  }),
})

const OnCallReadiness = builder.objectRef<Readiness>("OnCallReadiness").implement({
  description: "Whether alerts would reach somebody.",
  fields: (t) => ({
    isReady: t.boolean({
      description: "True where there are no warnings.",
      resolve: ({ warnings }) => warnings.length === 0,
    }),
    until: t.expose("until", { type: "DateTime", description: "How far is looked ahead." }),
    warnings: t.field({
      type: [OnCallWarning],
      description: "What is not ready, what lasts before what passes.",
      resolve: ({ warnings, plan }) => warnings.map((warning) => ({ warning, plan })),
    }),
  }),
})

builder.prismaObjectField("Project", "onCallReadiness", (t) =>
  t.field({
    type: OnCallReadiness,
    description:
      "Whether every alert of the next 14 days would reach somebody. Needs on_call:read.",
    resolve: ({ id }, _args, ctx) => checkReadiness(ctx, id),
  }),
)
