import { builder } from "../builder.ts"
import type { Plan } from "./read-plan.ts"

export type Person = { projectId: string; userId: string; name: string }

export const OnCallPerson = builder.objectRef<Person>("OnCallPerson").implement({
  description: "Somebody who is, or was, named for on-call.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "on_call:read", noun: "person" },
  }),
  fields: (t) => ({
    id: t.exposeID("userId", { description: "The person, the same in every project." }),
    name: t.exposeString("name", { description: "The person's name." }),
    isMember: t.boolean({
      description: "False for somebody who left the project, and so is never paged.",
      resolve: async ({ projectId, userId }, _args, { database }) => {
        const where = { projectId_userId: { projectId, userId } }
        return (await database.prisma.member.findUnique({ where })) !== null
      },
    }),
  }),
})

/** Somebody whom the rules name; null for an account that was deleted. */
export const personOf = (userId: string | null, { projectId, names }: Plan): Person | null => {
  const name = userId === null ? undefined : names.get(userId)
  return userId === null || name === undefined ? null : { projectId, userId, name }
}

export const peopleOf = (userIds: string[], plan: Plan): Person[] =>
  userIds.flatMap((userId) => personOf(userId, plan) ?? [])
