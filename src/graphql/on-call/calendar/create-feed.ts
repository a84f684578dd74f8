import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { OnCallFeed } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { sha256 } from "../../../platform/secret.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall } from "../schedule/announce-on-call.ts"
import { requireOwnOrWrite, userOf } from "../schedule/own-shift.ts"
import { requireMembers } from "../schedule/require-known.ts"

const input = z
  .object({ projectId: id, rotationId: id.nullish(), userId: id.nullish() })
  .refine(({ rotationId, userId }) => Boolean(rotationId) !== Boolean(userId), {
    error: "or userId must be given, but not both",
    path: ["rotationId"],
  })

/** `url` holds the only copy of the token. */
export type CreatedFeed = { feed: OnCallFeed; url: string }

const mostFeeds = 500

/**
 * Creates a secret link to the calendar of a rotation, or of one person's shifts. Any member may link a rotation or
 * their own shifts; another person's shifts need on_call:write.
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
      throw invalid("#/projectId", `already has ${mostFeeds} calendar links; revoke some`)
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
    await announceOnCall(tx, ctx.actor, "on_call_feed.created", feed, { rotationId, userId })
    return feed
  })
  return { feed, url: `${ctx.env.BASE_URL}/on-call/${token}.ics` }
}
