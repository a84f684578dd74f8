import { Finding } from "../../kernel/finding.graph.ts"
import { say } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { checkReach, checkReadiness, type Readiness } from "./check-readiness.ts"
import type { Plan } from "./read-plan.ts"
import type { Warning } from "./rules/readiness.ts"
import { explainWarning } from "./rules/on-call-words.ts"

const WarningKind = builder.enumType("OnCallWarningKind", {
  description: "A kind of on-call problem.",
  values: {
    UNREACHED: {
      value: "unreached",
      description: "No message can be sent to somebody who should be paged.",
    },
    MONITORS_WITHOUT_POLICY: {
      value: "monitors_without_policy",
      description: "Monitors have no policy, and the project has no default.",
    },
    POLICY_WITHOUT_RULES: {
      value: "policy_without_rules",
      description: "The policy pages only owners and admins.",
    },
    LOST_TARGET: {
      value: "lost_target",
      description:
        "A rule names a deleted or former person, a deleted team or rotation, or an empty team.",
    },
    RULE_REACHES_NOBODY: {
      value: "rule_reaches_nobody",
      description: "All targets of a rule resolve to nobody for a period.",
    },
    UNVERIFIED_CONTACT: {
      value: "unverified_contact",
      description: "A person whom a rule may page has no verified channel.",
    },
    SINGLE_CONTACT: {
      value: "single_contact",
      description: "A person whom a rule may page has no second channel.",
    },
    CALENDAR_STALE: {
      value: "calendar_stale",
      description: "A rotation's calendar was not fetched for an hour; its last good copy applies.",
    },
    CALENDAR_NAMES_NOBODY: {
      value: "calendar_names_nobody",
      description: "Events of a rotation's calendar match no member.",
    },
    LAYER_NEVER_ON_CALL: {
      value: "layer_never_on_call",
      description: "A layer of a rotation that a rule names has no shift within a year.",
    },
    ROTATION_GAP: {
      value: "rotation_gap",
      description: "A rotation that a rule names has a gap.",
    },
  } as const,
})

type Shown = { warning: Warning; plan: Plan }

const inSpan = ({ warning }: Shown) => ("from" in warning ? warning : null)
const inPolicy = ({ warning }: Shown) => ("policyId" in warning ? warning : null)

const OnCallWarning = builder.objectRef<Shown>("OnCallWarning").implement({
  description: "A problem that would keep a page from reaching anybody.",
  fields: (t) => ({
    kind: t.field({
      type: WarningKind,
      description: "The kind of problem.",
      resolve: ({ warning }) => warning.kind,
    }),
    text: t.string({
      description: "The problem as an English sentence.",
      resolve: ({ warning, plan }) => say([explainWarning(warning, plan.names)]),
    }),
    finding: t.field({
      type: Finding,
      description: "The problem as data.",
      resolve: ({ warning, plan }) => explainWarning(warning, plan.names),
    }),
    policyId: t.id({
      nullable: true,
      description: "The policy concerned.",
      resolve: (shown) => inPolicy(shown)?.policyId ?? null,
    }),
    ruleOrder: t.int({
      nullable: true,
      description: "The position of the rule concerned, counted from 1.",
      resolve: ({ warning }) => ("ruleOrder" in warning ? warning.ruleOrder : null),
    }),
    rotationId: t.id({
      nullable: true,
      description: "The rotation concerned.",
      resolve: ({ warning }) => ("rotationId" in warning ? warning.rotationId : null),
    }),
    userId: t.id({
      nullable: true,
      description: "The person concerned.",
      resolve: ({ warning }) => ("userId" in warning ? warning.userId : null),
    }),
    startsAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When it starts; null if it is not limited in time.",
      resolve: (shown) => inSpan(shown)?.from ?? null,
    }),
    endsAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When it ends, within the period checked.",
      resolve: (shown) => inSpan(shown)?.until ?? null,
    }),
  }),
})

const OnCallReadiness = builder.objectRef<Readiness>("OnCallReadiness").implement({
  description: "Whether alerts would reach somebody.",
  fields: (t) => ({
    isReady: t.boolean({
      description: "True if there are no warnings.",
      resolve: ({ warnings }) => warnings.length === 0,
    }),
    until: t.expose("until", { type: "DateTime", description: "End of the period checked." }),
    warnings: t.field({
      type: [OnCallWarning],
      description: "The problems found, permanent ones first.",
      resolve: ({ warnings, plan }) => warnings.map((warning) => ({ warning, plan })),
    }),
  }),
})

builder.prismaObjectField("Project", "onCallReadiness", (t) =>
  t.field({
    type: OnCallReadiness,
    description:
      "Whether every alert in the next 14 days would reach somebody. Needs on_call:read.",
    resolve: ({ id }, _args, ctx) => checkReadiness(ctx, id),
  }),
)

builder.prismaObjectField("Project", "unreached", (t) =>
  t.field({
    type: Finding,
    nullable: true,
    description:
      "Who should be paged and cannot be reached by any message now, and why; null if everybody can. Needs on_call:read.",
    resolve: ({ id }, _args, ctx) => checkReach(ctx, id),
  }),
)
