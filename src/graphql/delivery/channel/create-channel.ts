import { z } from "zod"
import type { Channel } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, DomainError, invalid } from "../../kernel/errors.ts"
import { type Asked, id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordChannelAudit } from "./audit-channel.ts"
import { issueCode } from "./verification-code.ts"
import { readSettings } from "./channel-config.ts"
import * as fields from "./channel-input.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"
import { lockOwner, requireOwner } from "./channel-owner.ts"
import { isProven } from "./own-address.ts"

const mostOfOne = { user: 20, project: 100 }

const input = z.object({
  projectId: id.nullable().default(null),
  kind: fields.kind,
  name: fields.name,
  settings: fields.settings,
})

/**
 * Create a personal or team channel and send it a verification code. The person's confirmed account address needs
 * no code.
 *
 * @throws {DomainError} conflict if the installation cannot use the kind, or the owner has this address already.
 */
export async function createChannel(
  ctx: Context,
  given: Asked<z.input<typeof input>>,
): Promise<Channel> {
  const { projectId, kind, name, settings } = parse(input, given)
  const owner = await requireOwner(ctx, projectId)
  const ownerKind = projectId === null ? "user" : "project"
  const { owners, missing } = channelKinds[kind]
  if (!owners.includes(ownerKind)) {
    const whose =
      ownerKind === "user" ? "a team's channel, not a person" : "a person, not a team's channel"
    throw invalid("#/kind", `must be another: ${kind} reaches ${whose}`)
  }
  const lack = missing(ctx.env)
  if (lack !== null) throw conflict(`This installation cannot send over ${kind} yet. ${lack}`)
  const address = readSettings(kind, settings, ctx)
  return transact(ctx, async (tx) => {
    await lockOwner(tx, owner)
    const [{ at }] = await tx.db.$queryRaw<[{ at: Date }]>`select now() as at`
    if ((await tx.db.channel.count({ where: owner })) >= mostOfOne[ownerKind]) {
      throw new DomainError(
        "plan_limit_exceeded",
        `At most ${mostOfOne[ownerKind]} channels can be kept; delete one that is not in use.`,
      )
    }
    const { addressHash } = address
    if ((await tx.db.channel.findFirst({ where: { ...owner, addressHash } })) !== null) {
      throw conflict("There is a channel with this address already.")
    }
    const verifiedAt = (await isProven(tx, owner, addressHash)) ? at : null
    const data = { ...owner, ...address, id: newId(), kind, name, verifiedAt, createdAt: at }
    const channel = await tx.db.channel.create({ data })
    await recordChannelAudit(tx, ctx, channel, "created")
    return verifiedAt === null ? issueCode(tx, ctx.vault, channel, at) : channel
  })
}
