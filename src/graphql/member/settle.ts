import type { Role } from "../../../prisma/generated/enums.ts"
import type { Member } from "../../../prisma/generated/client.ts"
import type { Actor } from "../access.ts"
import { conflict, DomainError, notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import { mayInvite, reaches } from "./rank.ts"

/**
 * What every change of a membership goes by. The caller holds `lockProject`, so that roles stand still:
 * an actor demoted a moment ago has no say any more, and two owners cannot both be the last to leave.
 */

/** @throws {DomainError} not_found where the member has gone meanwhile. */
export async function readMember({ db }: Transaction, memberId: string): Promise<Member> {
  const member = await db.member.findUnique({ where: { id: memberId } })
  if (member === null) throw notFound("member")
  return member
}

/** @throws {DomainError} insufficient_scope where the role is above the actor's own. */
export async function requireReach(
  { db }: Transaction,
  actor: Actor,
  projectId: string,
  role: Role,
): Promise<void> {
  if (actor.kind === "system") return
  const own =
    actor.kind === "user"
      ? await db.member.findUnique({
          where: { projectId_userId: { projectId, userId: actor.userId } },
        })
      : null
  if (own === null) throw notFound("project")
  if (mayInvite(own.role) && reaches(own.role, role)) return
  throw new DomainError(
    "insufficient_scope",
    `The role ${own.role} cannot give, change or take away the role ${role}. Ask an owner.`,
  )
}

/** @throws {DomainError} conflict where the project would be left without an owner. */
export async function keepAnOwner({ db }: Transaction, member: Member): Promise<void> {
  if (member.role !== "owner") return
  const others = await db.member.count({
    where: { projectId: member.projectId, role: "owner", id: { not: member.id } },
  })
  if (others > 0) return
  throw conflict(
    "This is the project's last owner, who can neither leave nor take another role. " +
      "Make somebody else an owner first, or delete the project.",
  )
}

/** Invitations that somebody may no longer make: they must be a way back neither in nor up. */
export async function withdrawInvitations(
  { db }: Transaction,
  { projectId, userId }: Member,
  stillGiven: Role[] = [],
): Promise<void> {
  await db.$executeRaw`
    update invitation set revoked_at = now()
     where project_id = ${projectId}::uuid and invited_by = ${userId}::uuid
       and accepted_at is null and revoked_at is null and role::text <> all(${stillGiven}::text[])`
}
