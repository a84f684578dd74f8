import { z } from "zod"
import type { Context } from "../context.ts"
import type { PageArgs } from "../page.ts"
import { readKeyset } from "../keyset.ts"

/** The endpoints of a project, newest first. */
export async function listEndpoints(ctx: Context, projectId: string, args: PageArgs) {
  await ctx.access.require(projectId, "webhooks:read")
  const list = {
    name: "webhook-endpoints",
    text: "select id, created_at as key from webhook_endpoint where project_id = $1",
    owner: projectId,
    type: "timestamptz",
    written: z.iso.datetime(),
    isDescending: true,
  } as const
  return readKeyset(ctx.database, list, args)
}
