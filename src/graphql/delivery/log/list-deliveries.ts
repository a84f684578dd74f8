import type { WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { parse } from "../../kernel/input.ts"
import { readKeyset } from "../../kernel/keyset.ts"
import { writtenTime, type PageArgs } from "../../kernel/connection.ts"
import { auditEvent } from "../webhook/require-events.ts"
import type { ShownState } from "./rules/delivery-confirmation.ts"
import { eventKinds } from "../../outbox/event-kinds.ts"

const kinds = eventKinds.join(", ")
const filter = z.object({
  events: z.array(z.enum(eventKinds, { error: `must be one of ${kinds}` })).nullish(),
})

type Args = PageArgs & {
  states?: ShownState[] | null | undefined
  events?: string[] | null | undefined
}

/** List an endpoint's deliveries, newest first. */
export async function listDeliveries(
  ctx: Context,
  { id, projectId }: Pick<WebhookEndpoint, "id" | "projectId">,
  args: Args,
) {
  await ctx.access.require(projectId, "webhooks:read", "webhook endpoint")
  const { events } = parse(filter, { events: args.events })
  const list = {
    owner: id,
    type: "timestamptz",
    written: writtenTime,
    isDescending: true,
  } as const
  const isAuditor = (await ctx.access.permissions(projectId)).includes("audit:read")
  const all = `
    select id, created_at as key from delivery
     where endpoint_id = $1${isAuditor ? "" : ` and event <> '${auditEvent}'`}`
  const of = isAuditor ? "" : "-without-audit"
  if (!args.states && !events) {
    return readKeyset(ctx.database, { ...list, name: `deliveries${of}`, text: all }, args)
  }
  const text = `${all}
    and ($2::text[] is null or state::text = any($2)) and ($3::text[] is null or event = any($3))`
  // An endpoint's 2xx accepts, and nobody confirms it.
  const states = args.states?.flatMap((state) =>
    state === "delivered" ? [] : state === "accepted" ? ["delivered"] : [state],
  )
  const wanted = [states ?? null, events ?? null]
  const name = `some-deliveries${of}`
  return readKeyset(ctx.database, { ...list, name, text, filter: wanted }, args)
}
