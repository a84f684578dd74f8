import { randomBytes } from "node:crypto"
import type { Role } from "../../prisma/generated/enums.ts"
import type { Permission } from "../../src/graphql/kernel/access.ts"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { newId } from "../../src/platform/id.ts"
import type { World } from "./world.ts"

export type Person = { userId: string; sessionId: string; email: string; ctx: Context }

/** A user with a valid session. */
export async function makePerson({ services }: World, name = "Ada"): Promise<Person> {
  const userId = newId()
  const sessionId = newId()
  const email = `${userId}@example.test`
  await services.database.prisma.user.create({
    data: {
      id: userId,
      name,
      email,
      sessions: {
        create: {
          id: sessionId,
          token: randomBytes(16).toString("hex"),
          expiresAt: new Date(Date.now() + 3_600_000),
        },
      },
    },
  })
  const ctx = contextFor(services, { kind: "user", userId, sessionId, name, email })
  return { userId, sessionId, email, ctx }
}

export async function makeMember(
  world: World,
  projectId: string,
  role: Role,
  name = `${role} Ada`,
  more: { customRoleId?: string; labelIds?: string[] } = {},
): Promise<Person & { memberId: string }> {
  const person = await makePerson(world, name)
  const memberId = newId()
  await world.services.database.prisma.member.create({
    data: { id: memberId, projectId, userId: person.userId, role, ...more },
  })
  return { ...person, memberId }
}

/** A member with a role of these permissions. */
export async function makeCustomMember(
  world: World,
  projectId: string,
  permissions: Permission[],
  labelIds: string[] = [],
): Promise<Person & { memberId: string }> {
  const { id: customRoleId } = await world.services.database.prisma.customRole.create({
    data: { id: newId(), projectId, name: `Role ${newId()}`, permissions },
  })
  return makeMember(world, projectId, "custom", "Custom Ada", { customRoleId, labelIds })
}
