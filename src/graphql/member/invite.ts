import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { Invitation } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import { sha256 } from "../../secret.ts"
import { email as mailKind } from "../channel/kinds/email.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { DomainError, invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { cancelMails, mailInvitation } from "./mail-invitation.ts"
import { email, role } from "./role.ts"
import { requireReach } from "./settle.ts"

const input = z.object({ projectId: id, email, role })

/** What strangers are mailed within a day: to one address, whoever asks, and by one person, whomever they ask. */
const mostInADay = { address: 5, person: 200 }

/** `url` holds the token; the inviter hands it on where no mail does. It opens for seven days. */
export type Invited = { invitation: Invitation; url: string; isMailed: boolean }

/**
 * A second invitation to the same address replaces the first. It is mailed where the installation can.
 *
 * @throws {DomainError} rate_limited where the address or its inviter had their share of mails today.
 */
export async function inviteMember(ctx: Context, given: z.input<typeof input>): Promise<Invited> {
  const { projectId, email, role } = parse(input, given)
  await ctx.access.require(projectId, "members:write")
  const { actor } = ctx
  const token = randomBytes(32).toString("base64url")
  const url = `${ctx.env.BASE_URL}/invitations/${token}`
  const isMailed = mailKind.missing(ctx.env) === null
  const invitation = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    await requireReach(tx, actor, projectId, role)
    if ((await tx.db.member.findFirst({ where: { projectId, user: { email } } })) !== null) {
      throw invalid("#/email", "belongs to somebody who is a member already")
    }
    if (isMailed) await requireShare(tx, email, actor.kind === "user" ? actor.userId : null)
    const [times] = await tx.db.$queryRaw<[{ now: Date; week: Date }]>`
      select now() as now, now() + interval '7 days' as week`
    const replaced = await tx.db.invitation.updateManyAndReturn({
      where: { projectId, email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: times.now },
    })
    await cancelMails(
      tx,
      replaced.map(({ id }) => id),
    )
    const invitation = await tx.db.invitation.create({
      data: {
        id: newId(),
        projectId,
        email,
        role,
        tokenHash: sha256(token),
        invitedBy: actor.kind === "user" ? actor.userId : null,
        expiresAt: times.week,
      },
    })
    await recordAudit(tx, actor, {
      projectId,
      action: "invitation.created",
      subjectId: invitation.id,
      subjectName: email,
      changes: { role: { from: null, to: role } },
    })
    if (isMailed) await mailInvitation(tx, ctx, invitation, url)
    return invitation
  })
  return { invitation, url, isMailed }
}

/** Inviters stand in line here, so that those of one moment are counted, too. */
async function requireShare({ db }: Transaction, email: string, userId: string | null) {
  for (const one of [email, userId ?? ""].toSorted()) {
    await db.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`invitation ${one}`}, 0))::text`
  }
  const [sent] = await db.$queryRaw<[{ address: number; person: number }]>`
    select (count(*) filter (where email = ${email}))::int as address,
           (count(*) filter (where invited_by = ${userId}::uuid))::int as person
      from invitation
     where created_at > now() - interval '1 day' and (email = ${email} or invited_by = ${userId}::uuid)`
  if (sent.address >= mostInADay.address) {
    throw new DomainError(
      "rate_limited",
      `${mostInADay.address} invitations were sent to this address within a day; wait until tomorrow, or hand on the link of the last one.`,
    )
  }
  if (sent.person >= mostInADay.person) {
    throw new DomainError(
      "rate_limited",
      `You sent ${mostInADay.person} invitations within a day; send the others tomorrow.`,
    )
  }
}
