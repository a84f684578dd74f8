import type { WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { readKeyset } from "../../kernel/keyset.ts"
import type { PageArgs } from "../../kernel/connection.ts"
import { writtenTime } from "../../kernel/connection.ts"

/** List an endpoint's deliveries, newest first. */
export async function listDeliveries(
  ctx: Context,
  { id, projectId }: Pick<WebhookEndpoint, "id" | "projectId">,
  args: PageArgs,
) {
  await ctx.access.require(projectId, "webhooks:read", "webhook endpoint")
  const list = {
    name: "deliveries",
    text: "select id, created_at as key from delivery where endpoint_id = $1",
    owner: id,
    type: "timestamptz",
    written: writtenTime,
    isDescending: true,
  } as const
  return readKeyset(ctx.database, list, args)
}
