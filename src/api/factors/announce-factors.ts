import { randomBytes } from "node:crypto"
import { email } from "../../channels/mail/email.ts"
import type { MessageWords } from "../../channels/words/english.ts"
import { enqueueMessages } from "../../graphql/outbox/enqueue-message.ts"
import type { Transaction } from "../../graphql/kernel/transaction.ts"
import type { FactorChange } from "../../graphql/workspace/user/factors.ts"
import { sha256 } from "../../platform/secret.ts"
import type { Services } from "../../platform/services.ts"
import { accountMessage } from "../account-mail.ts"

/** How long a change can be taken back. */
const undoMs = 3 * 24 * 3_600_000
export const undoPrefix = "factor-undo:"
export const undoId = (token: string): string =>
  undoPrefix + Buffer.from(sha256(token)).toString("base64url")

/** Mails a change of factors to the account's address, with a link that takes it back. */
export async function announceFactors(
  tx: Transaction,
  { env, vault, clock }: Pick<Services, "env" | "vault" | "clock">,
  userId: string,
  change: FactorChange,
): Promise<void> {
  if (email.missing(env) !== null) return
  const user = await tx.db.user.findUniqueOrThrow({ where: { id: userId } })
  const token = randomBytes(24).toString("base64url")
  await tx.db.verification.create({
    data: {
      id: undoId(token),
      identifier: undoPrefix + userId,
      value: JSON.stringify(change),
      expiresAt: new Date(clock.now().getTime() + undoMs),
    },
  })
  const url = `${env.BASE_URL}/factors/${token}`
  const message = accountMessage(vault, user, "account.factors_changed", ({ factors }) => ({
    subject: factors.subject,
    paragraphs: [...linesOf(change, factors), factors.ignore, factors.notYou],
    link: { label: factors.link, url },
  }))
  await enqueueMessages(tx, [message])
}

function linesOf(
  { addedPasskeys, removedPasskeys, codes }: FactorChange,
  words: MessageWords["factors"],
): string[] {
  const [before, after] = [codes?.before ?? null, codes?.after ?? null]
  return [
    addedPasskeys.length > 0 && words.passkeyAdded,
    removedPasskeys.length > 0 && words.passkeyRemoved,
    before === null && after !== null && words.codesOn,
    before !== null && after === null && words.codesOff,
    before !== null && after !== null && words.codesReplaced,
  ].filter((line) => line !== false)
}
