import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { OnCallFeed } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import { sha256 } from "../../secret.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { announceOnCall } from "./announce.ts"
import { requireOwnOrWrite, userOf } from "./own-shift.ts"
import { requireMembers } from "./require-known.ts"

const input = z
  .object({ projectId: id, rotationId: id.nullish(), userId: id.nullish() })
  .refine(({ rotationId, userId }) => Boolean(rotationId) !== Boolean(userId), {
    error: "must be given, or userId: exactly one of the two",
    path: ["rotationId"],
  })

/** `url` holds the only copy of the token. */
export type CreatedFeed = { feed: OnCallFeed; url: string }

const mostFeeds = 500

/**
 * A secret link to the calendar of a rotation, or of one person's shifts. Everybody may have one of a rotation
 * or of the own shifts; another person's needs on_call:write.
 */
export async function createFeed(ctx: Context, given: z.input<typeof input>): Promise<CreatedFeed> {
  const { projectId, rotationId = null, userId = null } = parse(input, given)
  await ctx.access.require(projectId, "on_call:read")
  const me = userOf(ctx)
  await requireOwnOrWrite(ctx, projectId, me !== null && (userId === null || userId === me))
  const token = randomBytes(32).toString("base64url")
  const feed = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if (userId !== null) {
      await requireMembers(tx, projectId, [{ id: userId, pointer: "#/userId" }])
    }
    if (rotationId !== null) {
      const found = await tx.db.rotation.count({ where: { id: rotationId, projectId } })
      if (found === 0) throw invalid("#/rotationId", "must be a rotation of the project")
    }
    if ((await tx.db.onCallFeed.count({ where: { projectId, revokedAt: null } })) >= mostFeeds) {
      throw invalid("#/projectId", `has ${mostFeeds} calendar links already; revoke some`)
    }
    const feed = await tx.db.onCallFeed.create({
      data: {
        id: newId(),
        projectId,
        rotationId,
        userId,
        tokenHash: sha256(token),
        createdBy: me,
      },
    })
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "on_call_feed.created",
      subjectId: feed.id,
      changes: { rotationId, userId },
    })
    return feed
  })
  return { feed, url: `${ctx.env.BASE_URL}/on-call/${token}.ics` }
}
