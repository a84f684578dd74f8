import { builder } from "../../kernel/builder.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { omitNulls } from "../../kernel/input.ts"
import { createPolicy } from "./create-policy.ts"
import { deletePolicy } from "./delete-policy.ts"
import { OnCallPolicy } from "./policy.graph.ts"
import { updatePolicy } from "./update-policy.ts"

const EscalationTargetInput = builder.inputType("EscalationTargetInput", {
  description: "What a rule pages: exactly one of these.",
  isOneOf: true,
  fields: (t) => ({
    userId: t.id({ description: "The user of a member of the project." }),
    teamId: t.id({ description: "A team of the project." }),
    rotationId: t.id({ description: "A rotation of the project." }),
    channelId: t.id({ description: "A channel of the project." }),
  }),
})

const EscalationRuleInput = builder.inputType("EscalationRuleInput", {
  description: "A rule of a policy; its order is its position in the list.",
  fields: (t) => ({
    delayMinutes: t.int({
      required: true,
      description:
        "Wait after the previous rule, or after the alert for the first rule; 0 to 1,440.",
    }),
    targets: t.field({
      type: [EscalationTargetInput],
      required: true,
      description: "1 to 50, without duplicates; all paged at once.",
    }),
  }),
})

const reread = rereadAs("OnCallPolicy")

const repeatCount = "Number of repeats, 0 to 9"
const repeatDelay = "Minutes between two rounds, 1 to 1,440"

builder.mutationFields((t) => ({
  createOnCallPolicy: t.prismaField({
    type: OnCallPolicy,
    description: "Adds an on-call policy with its rules to a project. Needs on_call:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      repeatCount: t.arg.int({ description: `${repeatCount}; 0 if absent.` }),
      repeatDelayMinutes: t.arg.int({ description: `${repeatDelay}; 5 if absent.` }),
      isDefault: t.arg.boolean({
        description:
          "Whether monitors without a policy use it; if absent, true for the project's first policy.",
      }),
      rules: t.arg({ type: [EscalationRuleInput], description: "Its rules in order, at most 20." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, createPolicy(ctx, omitNulls(args))),
  }),
  updateOnCallPolicy: t.prismaField({
    type: OnCallPolicy,
    description: "Changes the given fields. Needs on_call:write.",
    args: {
      id: t.arg.id({ required: true, description: "The policy." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      repeatCount: t.arg.int({ description: `${repeatCount}.` }),
      repeatDelayMinutes: t.arg.int({ description: `${repeatDelay}.` }),
      isDefault: t.arg.boolean({
        description: "True replaces the current default; false leaves the project without one.",
      }),
      rules: t.arg({ type: [EscalationRuleInput], description: "Replaces all rules." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, updatePolicy(ctx, omitNulls(args))),
  }),
  deleteOnCallPolicy: t.id({
    description:
      "Deletes a policy; its monitors use the default one. Returns its id. Needs on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The policy." }) },
    resolve: (_root, { id }, ctx) => deletePolicy(ctx, id),
  }),
}))
