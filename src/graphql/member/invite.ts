import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { Invitation } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import { sha256 } from "../../secret.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { email, role } from "./role.ts"
import { requireReach } from "./settle.ts"

const input = z.object({ projectId: id, email, role })

/** `url` holds the only copy of the token; the inviter hands it on. It opens for seven days. */
export type Invited = { invitation: Invitation; url: string }

/** A second invitation to the same address replaces the first. */
export async function inviteMember(ctx: Context, given: z.input<typeof input>): Promise<Invited> {
  const { projectId, email, role } = parse(input, given)
  await ctx.access.require(projectId, "members:write")
  const { actor } = ctx
  const token = randomBytes(32).toString("base64url")
  const invitation = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    await requireReach(tx, actor, projectId, role)
    if ((await tx.db.member.findFirst({ where: { projectId, user: { email } } })) !== null) {
      throw invalid("#/email", "belongs to somebody who is a member already")
    }
    const [times] = await tx.db.$queryRaw<[{ now: Date; week: Date }]>`
      select now() as now, now() + interval '7 days' as week`
    await tx.db.invitation.updateMany({
      where: { projectId, email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: times.now },
    })
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
    return invitation
  })
  return { invitation, url: `${ctx.env.BASE_URL}/invitations/${token}` }
}
