import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import type { Plan } from "./read-plan.ts"

export type Person = { projectId: string; userId: string; name: string }

export const OnCallPerson = builder.objectRef<Person>("OnCallPerson").implement({
  description: "A person who is or was named in on-call settings.",
  authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "person"),
  fields: (t) => ({
    id: t.exposeID("userId", { description: "The user id, the same in every project." }),
    name: t.exposeString("name", { description: "The person's name." }),
    isMember: t.boolean({
      description: "False if the person left the project; they are then never paged.",
      resolve: async ({ projectId, userId }, _args, { database }) => {
        const where = { projectId_userId: { projectId, userId } }
        return (await database.prisma.member.findUnique({ where })) !== null
      },
    }),
  }),
})

/** A person named in the plan; null for a deleted account. */
export const personOf = (userId: string | null, { projectId, names }: Plan): Person | null => {
  const name = userId === null ? undefined : names.get(userId)
  return userId === null || name === undefined ? null : { projectId, userId, name }
}

export const peopleOf = (userIds: string[], plan: Plan): Person[] =>
  userIds.flatMap((userId) => personOf(userId, plan) ?? [])
