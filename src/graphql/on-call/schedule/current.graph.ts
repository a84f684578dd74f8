import { builder } from "../../kernel/builder.ts"
import { OnCallPerson, peopleOf } from "./person.graph.ts"
import { listCurrent, type CurrentEntry } from "./list-current.ts"

const OnCallEntry = builder.objectRef<CurrentEntry>("OnCallEntry").implement({
  description: "A person whom a rule would page now.",
  fields: (t) => ({
    policy: t.prismaField({
      type: "OnCallPolicy",
      description: "The policy.",
      resolve: (query, { entry }, _args, { database }) =>
        database.prisma.onCallPolicy.findUniqueOrThrow({ ...query, where: { id: entry.policyId } }),
    }),
    policyId: t.id({ description: "The policy.", resolve: ({ entry }) => entry.policyId }),
    policyName: t.exposeString("policyName", { description: "The policy's name." }),
    ruleOrder: t.int({
      description: "The rule's position in the policy, counted from 1.",
      resolve: ({ entry }) => entry.ruleOrder,
    }),
    user: t.field({
      type: OnCallPerson,
      description: "The person on call.",
      resolve: ({ entry, plan }) => {
        const [person] = peopleOf([entry.userId], plan)
        if (person === undefined) throw new Error("The person on call has no name in the plan")
        return person
      },
    }),
    since: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the shift began; null for people whom the rule names directly or by team.",
      resolve: ({ entry }) => entry.since,
    }),
    until: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the shift ends; null for people whom the rule names directly or by team.",
      resolve: ({ entry }) => entry.until,
    }),
  }),
})

builder.prismaObjectField("Project", "onCallNow", (t) =>
  t.connection({
    type: OnCallEntry,
    description: "Who is on call now, by policy name, then rule, then person. Needs on_call:read.",
    resolve: ({ id }, args, ctx) => listCurrent(ctx, id, args),
  }),
)
