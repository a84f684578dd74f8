import { builder } from "../builder.ts"
import type { Context } from "../context.ts"
import { createPolicy } from "./create-policy.ts"
import { deletePolicy } from "./delete-policy.ts"
import { OnCallPolicy } from "./graph-policy.ts"
import { setMonitorPolicy } from "./set-policy.ts"
import { updatePolicy } from "./update-policy.ts"

const EscalationTargetInput = builder.inputType("EscalationTargetInput", {
  description: "Whom a rule pages: exactly one of these.",
  isOneOf: true,
  fields: (t) => ({
    userId: t.id({ description: "The user of a member of the project." }),
    teamId: t.id({ description: "A team of the project." }),
    rotationId: t.id({ description: "A rotation of the project." }),
    channelId: t.id({ description: "A channel of the project." }),
  }),
})

const EscalationRuleInput = builder.inputType("EscalationRuleInput", {
  description: "Whom a policy pages after a while; its order is its place in the list.",
  fields: (t) => ({
    delayMinutes: t.int({
      required: true,
      description: "0 to 1,440; waited after the rule before it, by the first after the alert.",
    }),
    targets: t.field({
      type: [EscalationTargetInput],
      required: true,
      description: "1 to 50, each once; paged at once.",
    }),
  }),
})

/** Fields that select relations trust that the query was asked, so a verb's bare row is not enough. */
const read = (query: object, { database }: Context, { id }: { id: string }) =>
  database.prisma.onCallPolicy.findUniqueOrThrow({ ...query, where: { id } })

const repeatCount = "How often to begin again, 0 to 9"
const repeatDelay = "Between two rounds, 1 to 1,440"

builder.mutationFields((t) => ({
  createOnCallPolicy: t.prismaField({
    type: OnCallPolicy,
    description: "Adds an on-call policy with its rules to a project. Needs on_call:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      repeatCount: t.arg.int({ description: `${repeatCount}; 0 where absent.` }),
      repeatDelayMinutes: t.arg.int({ description: `${repeatDelay}; 5 where absent.` }),
      isDefault: t.arg.boolean({
        description:
          "Whether monitors that name no policy go by it; where absent, true for the project's first.",
      }),
      rules: t.arg({ type: [EscalationRuleInput], description: "Its rules in order, 20 at most." }),
    },
    resolve: async (query, _root, args, ctx) =>
      read(
        query,
        ctx,
        await createPolicy(ctx, {
          projectId: args.projectId,
          name: args.name,
          description: args.description ?? undefined,
          repeatCount: args.repeatCount ?? undefined,
          repeatDelayMinutes: args.repeatDelayMinutes ?? undefined,
          isDefault: args.isDefault ?? undefined,
          rules: args.rules ?? undefined,
        }),
      ),
  }),
  updateOnCallPolicy: t.prismaField({
    type: OnCallPolicy,
    description: "Changes what is given, all at once or nothing. Needs on_call:write.",
    args: {
      id: t.arg.id({ required: true, description: "The policy." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      repeatCount: t.arg.int({ description: `${repeatCount}.` }),
      repeatDelayMinutes: t.arg.int({ description: `${repeatDelay}.` }),
      isDefault: t.arg.boolean({
        description: "True takes it from the policy that was; false leaves the project without.",
      }),
      rules: t.arg({ type: [EscalationRuleInput], description: "All its rules from now on." }),
    },
    resolve: async (query, _root, args, ctx) =>
      read(
        query,
        ctx,
        await updatePolicy(ctx, {
          id: args.id,
          name: args.name ?? undefined,
          description: args.description ?? undefined,
          repeatCount: args.repeatCount ?? undefined,
          repeatDelayMinutes: args.repeatDelayMinutes ?? undefined,
          isDefault: args.isDefault ?? undefined,
          rules: args.rules ?? undefined,
        }),
      ),
  }),
  deleteOnCallPolicy: t.id({
    description:
      "Deletes a policy; its monitors go by the default one. Answers its id. Needs on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The policy." }) },
    resolve: (_root, { id }, ctx) => deletePolicy(ctx, id),
  }),
  setMonitorOnCallPolicy: t.prismaField({
    type: "Monitor",
    description: "Names the policy of a monitor's alerts. Needs monitors:write.",
    args: {
      monitorId: t.arg.id({ required: true, description: "The monitor." }),
      policyId: t.arg.id({ description: "The policy; the project's default where absent." }),
    },
    resolve: async (query, _root, { monitorId, policyId }, ctx) => {
      const { id } = await setMonitorPolicy(ctx, monitorId, policyId ?? null)
      return ctx.database.prisma.monitor.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
