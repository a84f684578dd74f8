import type { CustomRole, Member } from "../../../../prisma/generated/client.ts"
import {
  permissionsOfRole,
  type Actor,
  type Permission,
  type RoleGrant,
} from "../../kernel/access.ts"
import { conflict, DomainError, notFound } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { heldRole, type ChosenRole } from "./chosen-role.ts"
import { reaches } from "./rules/role-reach.ts"

/**
 * Rules for every change of a membership. The caller holds `lockProject`, so roles cannot change meanwhile: an actor
 * who was just demoted is refused, and two owners cannot both be the last to leave.
 */

export type MemberWithRole = Member & { customRole: CustomRole | null }

/** @throws {DomainError} not_found if the member has left meanwhile. */
export async function readMember({ db }: Transaction, memberId: string): Promise<MemberWithRole> {
  const member = await db.member.findUnique({
    where: { id: memberId },
    include: { customRole: true },
  })
  if (member === null) throw notFound("member")
  return member
}

/** @throws {DomainError} insufficient_scope if the role has a permission that the actor lacks. */
export async function requireReach(
  { db }: Transaction,
  actor: Actor,
  projectId: string,
  wanted: ChosenRole,
): Promise<void> {
  if (actor.kind === "system") return
  const own =
    actor.kind === "user"
      ? await db.member.findUnique({
          where: { projectId_userId: { projectId, userId: actor.userId } },
          include: { customRole: true },
        })
      : null
  if (own === null) throw notFound("project")
  if (own.labelIds.length > 0) {
    throw new DomainError(
      "insufficient_scope",
      "Your access is limited to monitors with certain labels, which does not include members.",
    )
  }
  const held = heldRole(own)
  if (reaches(permissionsOfRole(held), permissionsOfRole(wanted))) return
  throw new DomainError(
    "insufficient_scope",
    `The role ${held.roleName} cannot grant, change or remove the role ${wanted.roleName}. Ask an owner.`,
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

const nothing: ReadonlySet<Permission> = new Set()

/** Withdraws invitations that their inviter may no longer make, so that nobody can rejoin or regain a role by them. */
export async function withdrawInvitations(
  { db }: Transaction,
  { projectId, userId }: Pick<Member, "projectId" | "userId">,
  still: RoleGrant | null = null,
): Promise<void> {
  const open = { projectId, invitedBy: userId, acceptedAt: null, revokedAt: null }
  const invitations = await db.invitation.findMany({
    where: open,
    include: { customRole: true },
  })
  const own = still === null ? nothing : permissionsOfRole(still)
  const beyond = invitations.filter((one) => !reaches(own, permissionsOfRole(heldRole(one))))
  if (beyond.length === 0) return
  const [{ now }] = await db.$queryRaw<[{ now: Date }]>`select now() as now`
  await db.invitation.updateMany({
    where: { ...open, id: { in: beyond.map(({ id }) => id) } },
    data: { revokedAt: now },
  })
}
