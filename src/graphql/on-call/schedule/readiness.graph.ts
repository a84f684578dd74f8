import { Finding } from "../../kernel/finding.graph.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { checkReach, checkReadiness, type Readiness } from "./check-readiness.ts"
import type { Plan } from "./read-plan.ts"
import type { Warning } from "./rules/readiness.ts"
import { explainWarning } from "./rules/on-call-words.ts"

const WarningKind = builder.enumType("OnCallWarningKind", {
  description: "A kind of on-call problem.",
  values: valuesOf({
    unreached: "No message can be sent to somebody who should be paged.",
    monitors_without_policy: "Monitors have no policy, and the project has no default.",
    policy_without_rules: "The policy pages only owners and admins.",
    lost_target:
      "A rule names a deleted or former person, a deleted team or rotation, or an empty team.",
    rule_reaches_nobody: "All targets of a rule resolve to nobody for a period.",
    unverified_contact: "A person whom a rule may page has no verified channel.",
    single_contact: "A person whom a rule may page has no second channel.",
    calendar_stale:
      "A rotation's calendar was not fetched for an hour; its last good copy applies.",
    calendar_names_nobody: "Events of a rotation's calendar match no member.",
    layer_never_on_call: "A layer of a rotation that a rule names has no shift within a year.",
    rotation_gap: "A rotation that a rule names has a gap.",
  }),
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
    ...t.explainedByOne("text", "The problem as an English sentence.", ({ warning, plan }) =>
      explainWarning(warning, plan.names),
    ),
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

builder.prismaObjectFields("Project", (t) => ({
  onCallReadiness: t.field({
    type: OnCallReadiness,
    description:
      "Whether every alert in the next 14 days would reach somebody. Needs on_call:read.",
    resolve: ({ id }, _args, ctx) => checkReadiness(ctx, id),
  }),
  unreached: t.field({
    type: Finding,
    nullable: true,
    description:
      "Who should be paged and cannot be reached by any message now, and why; null if everybody can. Needs on_call:read.",
    resolve: ({ id }, _args, ctx) => checkReach(ctx, id),
  }),
}))
