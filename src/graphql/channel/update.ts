import { z } from "zod"
import type { Channel } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { given, parse } from "../input.ts"
import { recordChannelAudit } from "./audit.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { changeChannel } from "./change.ts"
import { issueCode } from "./code.ts"
import { readSettings } from "./config.ts"
import * as fields from "./input.ts"
import { isProven } from "./own-address.ts"

const input = z
  .object({
    name: fields.name.optional(),
    enabled: fields.enabled.optional(),
    settings: fields.settings.optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 0, {
    error: "must give at least one of name, enabled and settings",
  })

/** What was proven of another address. */
const unproven = { verifiedAt: null, sealedCode: null, codeExpiresAt: null, codeTries: 0 }

/**
 * Changes what is given. With another address it is no longer verified: what it was owed goes to nobody, and a
 * new code is sent.
 */
export async function updateChannel(
  ctx: Context,
  channelId: string,
  values: z.input<typeof input>,
): Promise<Channel> {
  const { settings, ...others } = parse(input, values)
  return changeChannel(ctx, channelId, async (tx, before, at) => {
    const { id, projectId, userId } = before
    const address = settings === undefined ? null : readSettings(before.kind, settings, ctx)
    const isMoved =
      address !== null && Buffer.compare(address.addressHash, before.addressHash) !== 0
    if (isMoved) {
      const where = { projectId, userId, addressHash: address.addressHash }
      if ((await tx.db.channel.findFirst({ where })) !== null) {
        throw conflict("There is a channel with this address already.")
      }
      await cancelUnsent(tx, id, "The channel's address was changed.")
    }
    const proof = isMoved
      ? (await isProven(tx, before, address.addressHash))
        ? { ...unproven, verifiedAt: at }
        : unproven
      : {}
    const data = { ...given(others), ...address, ...proof }
    const channel = await tx.db.channel.update({ where: { id }, data })
    await recordChannelAudit(tx, ctx, channel, "updated", {
      ...(others.name === undefined ? {} : { name: { from: before.name, to: channel.name } }),
      ...(others.enabled === undefined
        ? {}
        : { enabled: { from: before.enabled, to: channel.enabled } }),
      ...(isMoved ? { address: { from: before.hint, to: channel.hint } } : {}),
    })
    const needsCode = isMoved && channel.verifiedAt === null
    return needsCode ? issueCode(tx, ctx.vault, channel, at) : channel
  })
}
