import type { Context } from "../../kernel/context.ts"
import { writtenTime, type PageArgs } from "../../kernel/connection.ts"
import { readKeyset } from "../../kernel/keyset.ts"

/** List a project's endpoints, newest first. */
export async function listEndpoints(ctx: Context, projectId: string, args: PageArgs) {
  await ctx.access.require(projectId, "webhooks:read")
  const list = {
    name: "webhook-endpoints",
    text: "select id, created_at as key from webhook_endpoint where project_id = $1",
    owner: projectId,
    type: "timestamptz",
    written: writtenTime,
    isDescending: true,
  } as const
  return readKeyset(ctx.database, list, args)
}
