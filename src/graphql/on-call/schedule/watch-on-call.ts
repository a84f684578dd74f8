import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { watch } from "../../live/watch.ts"

const input = z.object({ projectId: id })

/** Stream the project, again at each change of its on-call data. */
export async function watchOnCall(ctx: Context, given: z.input<typeof input>) {
  const { projectId } = parse(input, given)
  await ctx.access.require(projectId, "on_call:read")
  const project = { id: projectId }
  return watch(ctx, {
    projectId,
    permission: "on_call:read",
    noun: "project",
    topic: "on_call.changed",
    matches: (payload) => payload.projectId === projectId,
    snapshot: () => Promise.resolve([project]),
    read: () => Promise.resolve(project),
  })
}
