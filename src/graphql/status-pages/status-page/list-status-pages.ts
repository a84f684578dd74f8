import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { text } from "../../../platform/text-schema.ts"
import type { PageArgs } from "../../kernel/connection.ts"
import { readKeyset } from "../../kernel/keyset.ts"

/** The pages of a project, by name. */
export async function listStatusPages(ctx: Context, projectId: string, args: PageArgs) {
  await ctx.access.require(projectId, "status_pages:read")
  const list = {
    name: "status-pages-by-name",
    text: `select id, name as key from status_page where project_id = $1`,
    owner: projectId,
    type: "text",
    written: text(200),
  } as const
  return readKeyset(ctx.database, list, args)
}

/** The resources of a page in display order. */
export function listResources(ctx: Context, statusPageId: string, args: PageArgs) {
  const list = {
    name: "status-page-resources",
    text: `select id, "order" as key from status_page_resource where page_id = $1`,
    owner: statusPageId,
    type: "int",
    written: z.string().regex(/^\d{1,9}$/),
  } as const
  return readKeyset(ctx.database, list, args)
}
