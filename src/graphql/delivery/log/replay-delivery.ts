import type { Delivery } from "../../../../prisma/generated/client.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Actor } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { whereId } from "../../kernel/require-found.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { changeEndpoint } from "../webhook/change-webhook.ts"
import { requireEvents } from "../webhook/require-events.ts"
import { withoutPath } from "../webhook/webhook-diff.ts"
import { requireEnabled } from "../webhook/rules/webhook-enabled.ts"
import { sendableBy } from "./readable-delivery.ts"

/**
 * Send a delivery again now, with a full retry schedule, under the same id and, for webhooks, with the same body. A
 * pending delivery is sent now; one in progress is left alone.
 *
 * @throws {DomainError} conflict for an event itself, for channel codes and tests (which are limited), and if the
 * endpoint or channel is disabled.
 */
export async function replayDelivery(ctx: Context, deliveryId: string): Promise<Delivery> {
  const where = whereId(deliveryId)
  const found = await ctx.database.prisma.delivery.findUnique({ where })
  if (found !== null && found.projectId === null) return replayOwn(ctx, found)
  const permission = found === null ? "webhooks:write" : sendableBy(found)
  await ctx.access.require(found?.projectId ?? where.id, permission, "delivery")
  if (found === null) throw notFound("delivery")
  if (found.endpointId !== null) return replayToEndpoint(ctx, found, found.endpointId)
  if (found.queue === "page" || found.queue === "notice") return replayToChannel(ctx, found)
  throw conflict("This is the event itself; replay its webhook deliveries instead.")
}

/** A personal delivery can be replayed by that person only. */
async function replayOwn(ctx: Context, found: Delivery): Promise<Delivery> {
  const { actor } = ctx
  const isTheirs = actor.kind === "user" && actor.userId === found.subjectId
  if (!isTheirs && actor.kind !== "system") throw notFound("delivery")
  return replayToChannel(ctx, found)
}

function replayToEndpoint(ctx: Context, found: Delivery, endpointId: string): Promise<Delivery> {
  return changeEndpoint(ctx, endpointId, async (tx, endpoint) => {
    await requireEvents(ctx, endpoint.projectId, [found.event])
    requireEnabled(endpoint)
    return again(tx, ctx.actor, found, `${found.event} to ${withoutPath(endpoint.url)}`)
  })
}

function replayToChannel(ctx: Context, found: Delivery): Promise<Delivery> {
  if (found.event.startsWith("channel.")) {
    throw conflict("Codes and tests cannot be replayed; request a new one.")
  }
  return transact(ctx, async (tx) => {
    const channel =
      found.channelId === null
        ? null
        : await tx.db.channel.findUnique({ where: { id: found.channelId } })
    if (channel === null && found.accountId === null) {
      throw conflict("Its channel was deleted, so it cannot be sent.")
    }
    if (channel?.enabled === false) {
      throw conflict("The channel is switched off, so nothing is sent to it; enable it first.")
    }
    return again(tx, ctx.actor, found, `${found.event} to ${channel?.name ?? "an account"}`)
  })
}

async function again(
  tx: Transaction,
  actor: Actor,
  { id, projectId }: Delivery,
  subjectName: string,
): Promise<Delivery> {
  await tx.db.$executeRaw`
    update delivery
       set state = 'pending', due_at = date_trunc('milliseconds', now()), tries = 0, settled_at = null,
           confirmed_at = null
     where id = ${id}::uuid
       and (state <> 'pending'
            or not exists (select from delivery_lease where delivery_id = ${id}::uuid and until >= now()))`
  if (projectId !== null) {
    const action = "delivery.replayed"
    await recordAudit(tx, actor, action, { projectId, id, name: subjectName })
  }
  tx.publish("delivery.due", { projectId })
  return tx.db.delivery.findUniqueOrThrow({ where: { id } })
}
