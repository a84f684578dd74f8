import { z } from "zod"
import type { Context } from "../kernel/context.ts"
import { notFound } from "../kernel/errors.ts"
import { id, parse } from "../kernel/input.ts"
import { watch } from "../live/watch.ts"

const input = z.object({ projectId: id, sloId: id.nullish() })

export type SloEvent = { id: string; isDeleted: boolean }

/**
 * Streams each SLO of a project, or a single one, that is evaluated or changed; a single one also as a snapshot.
 *
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchSlos(ctx: Context, given: z.input<typeof input>) {
  const { projectId, sloId } = parse(input, given)
  const { prisma } = ctx.database
  const noun = sloId ? "SLO" : "project"
  await ctx.access.require(projectId, "monitors:read", noun)
  const one = (id: string) => prisma.slo.count({ where: { id, projectId } })
  if (sloId && (await one(sloId)) === 0) throw notFound("SLO")
  return watch<"slo.changed", SloEvent>(ctx, {
    projectId,
    permission: "monitors:read",
    noun,
    topic: "slo.changed",
    matches: (payload) => payload.projectId === projectId && (!sloId || payload.sloId === sloId),
    snapshot: () => Promise.resolve(sloId ? [{ id: sloId, isDeleted: false }] : []),
    async read({ sloId: id }) {
      return { id, isDeleted: (await one(id)) === 0 }
    },
  })
}
