import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { openAtMost, watchRows } from "../../live/watch-rows.ts"

const input = z.object({ projectId: id, statusPageId: id.nullish() })

/** Streams the pages of a project, or one of them, then each page whose texts, groups, resources or order change. */
export async function watchStatusPages(ctx: Context, given: z.input<typeof input>) {
  const { projectId, statusPageId } = parse(input, given)
  return watchRows(ctx, {
    projectId,
    id: statusPageId,
    noun: "status page",
    permission: "status_pages:read",
    topic: "status_page.changed",
    rowOf: ({ projectId, statusPageId }) => ({ projectId, id: statusPageId }),
    find: (only) =>
      ctx.database.prisma.statusPage.findMany({
        where: { projectId, ...only },
        orderBy: [{ name: "asc" }, { id: "asc" }],
        take: openAtMost,
        select: { id: true },
      }),
  })
}
