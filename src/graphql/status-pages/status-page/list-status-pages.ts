import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { text } from "../../../platform/text-schema.ts"
import type { PageArgs } from "../../kernel/connection.ts"
import { id, parse, type Asked } from "../../kernel/input.ts"
import { readKeyset } from "../../kernel/keyset.ts"

const filter = z.object({
  monitorIds: z.array(id).max(100, "must name at most 100 monitors").nullish(),
})

type Args = PageArgs & Asked<z.input<typeof filter>>

/** The pages of a project, by name; with `monitorIds` those that show one of these monitors. */
export async function listStatusPages(ctx: Context, projectId: string, args: Args) {
  await ctx.access.require(projectId, "status_pages:read")
  const { monitorIds } = parse(filter, { monitorIds: args.monitorIds })
  const list = { owner: projectId, type: "text", written: text(200) } as const
  const all = "select id, name as key from status_page page where project_id = $1"
  if (!monitorIds) {
    return readKeyset(ctx.database, { ...list, name: "status-pages-by-name", text: all }, args)
  }
  const showing = `${all} and exists (
    select from status_page_resource r where r.page_id = page.id and r.monitor_id = any($2::uuid[]))`
  const name = "status-pages-of-monitors"
  return readKeyset(ctx.database, { ...list, name, text: showing, filter: [monitorIds] }, args)
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
