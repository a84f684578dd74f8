import { builder } from "../builder.ts"
import { OnCallPerson, peopleOf } from "./graph-person.ts"
import type { CurrentEntry } from "./list-current.ts"
import { listCurrent } from "./list-current.ts"

const OnCallEntry = builder.objectRef<CurrentEntry>("OnCallEntry").implement({
  description: "Somebody whom a rule would page now.",
  fields: (t) => ({
    policy: t.prismaField({
      type: "OnCallPolicy",
      description: "The policy.",
      resolve: (query, { entry }, _args, { database }) =>
        database.prisma.onCallPolicy.findUniqueOrThrow({ ...query, where: { id: entry.policyId } }),
    }),
    policyId: t.id({ description: "The policy.", resolve: ({ entry }) => entry.policyId }),
    policyName: t.exposeString("policyName", { description: "What the policy is called." }),
    ruleOrder: t.int({
      description: "Which of its rules, counted from 1.",
      resolve: ({ entry }) => entry.ruleOrder,
    }),
    user: t.field({
      type: OnCallPerson,
      description: "Who is on call.",
      resolve: ({ entry, plan }) => {
        const [person] = peopleOf([entry.userId], plan)
        if (person === undefined) throw new Error("whoever is on call is a member with a name")
        return person
      },
    }),
    since: t.field({
      type: "DateTime",
      nullable: true,
      description: "Since when; null for somebody whom the rule or a team of it always pages.",
      resolve: ({ entry }) => entry.since,
    }),
    until: t.field({
      type: "DateTime",
      nullable: true,
      description: "Until when; null for somebody whom the rule or a team of it always pages.",
      resolve: ({ entry }) => entry.until,
    }),
  }),
})

builder.prismaObjectField("Project", "onCallNow", (t) =>
  t.connection({
    type: OnCallEntry,
    description:
      "Who is on call now: by the policy's name, then by rule, then by person. Needs on_call:read.",
    resolve: ({ id }, args, ctx) => listCurrent(ctx, id, args),
  }),
)
