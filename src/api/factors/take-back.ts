import { enqueueMessages } from "../../graphql/outbox/enqueue-message.ts"
import { transact } from "../../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../../graphql/workspace/audit/record-account.ts"
import { endSessions } from "../../graphql/workspace/user/end-sessions.ts"
import { factorChange, undoFactorChange } from "../../graphql/workspace/user/factors.ts"
import type { Services } from "../../platform/services.ts"
import { accountMessage, voidResetLinks } from "../account-mail.ts"
import { undoId, undoPrefix } from "./announce-factors.ts"

/**
 * Takes back a change of factors by the link of its mail, ends every session and voids the password, which somebody
 * else seems to know: its owner sets a new one by mail.
 *
 * @returns false for a link that was used, has expired or never existed.
 */
export function takeBackFactors(services: Services, token: string): Promise<boolean> {
  const { vault, clock } = services
  return transact(services, async (tx) => {
    const { db } = tx
    const where = { id: undoId(token), expiresAt: { gt: clock.now() } }
    const link = await db.verification.findFirst({ where })
    if (link === null) return false
    // Of two requests at once, one finds it.
    if ((await db.verification.deleteMany({ where })).count === 0) return false
    const userId = link.identifier.slice(undoPrefix.length)
    const user = await db.user.findUnique({ where: { id: userId } })
    if (user === null) return false
    await undoFactorChange(db, userId, factorChange.parse(JSON.parse(link.value)))
    await voidResetLinks(db, userId)
    const ofPassword = { userId, providerId: "credential" }
    await db.account.updateMany({ where: ofPassword, data: { password: null } })
    const { name, email } = user
    const actor = { kind: "user", userId, sessionId: "", name, email } as const
    await recordAccountAudit(tx, actor, userId, "account.factor_change_taken_back", {
      id: userId,
      name,
    })
    await endSessions(tx, actor, user, "a change of the second factor was taken back")
    const message = accountMessage(vault, user, "account.factors_changed", ({ factors }) => ({
      subject: factors.subject,
      paragraphs: [factors.takenBack],
      link: null,
    }))
    await enqueueMessages(tx, [message])
    return true
  })
}
