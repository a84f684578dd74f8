import { z } from "zod"
import type { Channel } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { conflict, DomainError, invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { recordChannelAudit } from "./audit.ts"
import { issueCode } from "./code.ts"
import { readSettings } from "./config.ts"
import * as fields from "./input.ts"
import { kindOf } from "./kinds.ts"
import { lockOwner, requireOwner } from "./owner.ts"
import { isProven } from "./own-address.ts"

const mostOfOne = { user: 20, project: 100 }

const input = z.object({
  projectId: id.nullable().default(null),
  kind: fields.kind,
  name: fields.name,
  settings: fields.settings,
})

/**
 * A new way to reach the signed-in person, or a room of a project. It is sent a code at once, and counts once
 * that was entered; the address of the person's account, where it is confirmed, counts from the start.
 *
 * @throws {DomainError} conflict where the installation lacks what the kind needs, or the same address is there.
 */
export async function createChannel(ctx: Context, given: z.input<typeof input>): Promise<Channel> {
  const { projectId, kind, name, settings } = parse(input, given)
  const owner = await requireOwner(ctx, projectId)
  const ownerKind = projectId === null ? "user" : "project"
  const { owners, missing } = kindOf(kind)
  if (!owners.includes(ownerKind)) {
    const whose = ownerKind === "user" ? "a project's room, not a person" : "a person, not a room"
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
