import type { Role } from "../../../../prisma/generated/enums.ts"
import type { Member } from "../../../../prisma/generated/client.ts"
import type { Actor } from "../../kernel/access.ts"
import { conflict, DomainError, notFound } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { mayInvite, reaches } from "./rules/role-rank.ts"

/**
 * Rules for every change of a membership. The caller holds `lockProject`, so roles cannot change meanwhile: an actor
 * who was just demoted is refused, and two owners cannot both be the last to leave.
 */

/** @throws {DomainError} not_found if the member has left meanwhile. */
export async function readMember({ db }: Transaction, memberId: string): Promise<Member> {
  const member = await db.member.findUnique({ where: { id: memberId } })
  if (member === null) throw notFound("member")
  return member
}

/** @throws {DomainError} insufficient_scope if the role is above the actor's own. */
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
    `The role ${own.role} cannot grant, change or remove the role ${role}. Ask an owner.`,
  )
}

/** @throws {DomainError} conflict if the project would have no owner. */
export async function keepAnOwner({ db }: Transaction, member: Member): Promise<void> {
  if (member.role !== "owner") return
  const others = await db.member.count({
    where: { projectId: member.projectId, role: "owner", id: { not: member.id } },
  })
  if (others > 0) return
  throw conflict(
    "This is the project's last owner, who can neither leave nor take another role. " +
      "Make someone else an owner first, or delete the project.",
  )
}

/** Withdraws invitations that their inviter may no longer make, so that nobody can rejoin or regain a role by them. */
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
