import { z } from "zod"
import type { Context } from "../context.ts"
import { id, parse } from "../input.ts"
import { watch } from "../watch.ts"

const input = z.object({ projectId: id })

/** The project itself, again at each change to who is on call: a hand-over, an override, another policy. */
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
