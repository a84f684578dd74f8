import { z } from "zod"
import type { Channel } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { conflict, invalid } from "../errors.ts"
import { parse, text } from "../input.ts"
import type { Transaction } from "../transaction.ts"
import { recordChannelAudit } from "./audit.ts"
import { changeChannel } from "./change.ts"
import { isSameCode, mostTries } from "./code.ts"
import { confirmAccount } from "./own-address.ts"

/** Writes down that a channel reaches its owner; its row is held by the caller. */
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

/** As people type it: with blanks or a hyphen between. */
const input = z.object({ code: text(50).transform((typed) => typed.replaceAll(/[\s-]/g, "")) })

/**
 * Proves that what is sent to a channel reaches its owner; one that is proven is answered as it is.
 *
 * @throws {DomainError} validation_failed for a wrong code, conflict where none is open any more.
 */
export async function verifyChannel(
  ctx: Context,
  channelId: string,
  given: string,
): Promise<Channel> {
  const { code } = parse(input, { code: given })
  // A wrong try must stay counted, so it is refused only once it is committed.
  const { channel, fault } = await changeChannel(ctx, channelId, async (tx, before, at) => {
    const { id, sealedCode, codeExpiresAt, codeTries } = before
    if (before.verifiedAt !== null) return { channel: before, fault: null }
    if (sealedCode === null || codeExpiresAt === null || codeExpiresAt <= at) {
      return { channel: before, fault: "expired" as const }
    }
    if (codeTries >= mostTries) return { channel: before, fault: "exhausted" as const }
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
  const left = mostTries - channel.codeTries
  if (fault === "exhausted" || left === 0) {
    throw conflict("This code was tried too often. Ask for a new one.")
  }
  throw invalid("#/code", `is not the code that was sent; ${left} more tries`)
}
