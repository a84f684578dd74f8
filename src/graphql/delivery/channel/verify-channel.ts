import { z } from "zod"
import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { recordChannelAudit } from "./audit-channel.ts"
import { changeChannel } from "./change-channel.ts"
import { isSameCode, maxAttempts } from "./verification-code.ts"
import { confirmAccount } from "./own-address.ts"

/** Mark a channel as verified; the caller holds its lock. */
export async function prove(
  tx: Transaction,
  ctx: Context,
  { id }: Channel,
  at: Date,
): Promise<Channel> {
  const data = { verifiedAt: at, sealedCode: null, codeExpiresAt: null, codeTries: 0 }
  const channel = await tx.db.channel.update({ where: { id }, data })
  await confirmAccount(tx, channel, channel.addressHash)
  await recordChannelAudit(tx, ctx, channel, "verified")
  return channel
}

/** Accepts spaces and hyphens. */
const input = z.object({ code: text(50).transform((typed) => typed.replaceAll(/[\s-]/g, "")) })

/**
 * Verify a channel with its code; a verified channel is returned unchanged.
 *
 * @throws {DomainError} validation_failed for a wrong code, conflict if there is no valid code.
 */
export async function verifyChannel(
  ctx: Context,
  channelId: string,
  given: string,
): Promise<Channel> {
  const { code } = parse(input, { code: given })
  // Throw after the commit, so that the failed attempt is counted.
  const { channel, fault } = await changeChannel(ctx, channelId, async (tx, before, at) => {
    const { id, sealedCode, codeExpiresAt, codeTries } = before
    if (before.verifiedAt !== null) return { channel: before, fault: null }
    if (sealedCode === null || codeExpiresAt === null || codeExpiresAt <= at) {
      return { channel: before, fault: "expired" as const }
    }
    if (codeTries >= maxAttempts) return { channel: before, fault: "exhausted" as const }
    if (!isSameCode(code, ctx.vault.open(sealedCode))) {
      const data = { codeTries: codeTries + 1 }
      return {
        channel: await tx.db.channel.update({ where: { id }, data }),
        fault: "wrong" as const,
      }
    }
    return { channel: await prove(tx, ctx, before, at), fault: null }
  })
  if (fault === null) return channel
  if (fault === "expired") throw conflict("No code is open for this channel. Ask for a new one.")
  const left = maxAttempts - channel.codeTries
  if (fault === "exhausted" || left === 0) {
    throw conflict("This code was tried too often. Ask for a new one.")
  }
  throw invalid("#/code", `is not the code that was sent; ${left} more tries`)
}
