import type { z } from "zod"
import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { changes, given, parse, type Asked } from "../../kernel/input.ts"
import { recordChannelAudit } from "./audit-channel.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { changeChannel } from "./change-channel.ts"
import { issueCode } from "./verification-code.ts"
import { readSettings } from "./channel-config.ts"
import * as fields from "./channel-input.ts"
import { isProven } from "./own-address.ts"

const input = changes({ name: fields.name, enabled: fields.enabled, settings: fields.settings })

/** Reset when the address changes. */
const unproven = { verifiedAt: null, sealedCode: null, codeExpiresAt: null, codeTries: 0 }

/**
 * Change the given fields. A new address resets the verification, cancels queued deliveries and sends a new code.
 */
export async function updateChannel(
  ctx: Context,
  channelId: string,
  values: Asked<z.input<typeof input>>,
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
      await cancelUnsent(tx, id, { code: "channel_address_changed", parameters: {} })
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
