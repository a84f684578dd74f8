import { say } from "../../../findings/say.ts"
import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { hintOfUrl, hookUrl, refuseHookUrl } from "../../../channels/hook-url.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceOnCall, recheckRotations } from "../schedule/announce-on-call.ts"
import { findRotation } from "../schedule/find-on-call.ts"
import { userOf } from "../schedule/own-shift.ts"

const input = z.object({
  /** Calendar programs write webcal: for URLs that are fetched by https. */
  url: z
    .string({ error: "must be a string" })
    .transform((url) => url.trim().replace(/^webcals?:/i, "https:"))
    .pipe(hookUrl("must be the URL of a calendar, such as https://example.com/on-call.ics")),
})

/**
 * Sets the external calendar of a rotation and replaces any other. It is fetched at once, then every 15 minutes.
 */
export async function setCalendar(ctx: Context, rotationId: string, given: { url: string }) {
  const rotation = await findRotation(ctx, rotationId, "on_call:write")
  const { url } = parse(input, given)
  const refusal = refuseHookUrl(url, ctx.env)
  if (refusal !== null) throw invalid("#/url", say([refusal]))
  const { id, projectId } = rotation
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "rotation")
    await tx.db.rotationCalendar.deleteMany({ where: { rotationId: id } })
    const hint = hintOfUrl(url)
    const calendar = await tx.db.rotationCalendar.create({
      data: {
        id: newId(),
        rotationId: id,
        sealedUrl: ctx.vault.seal(url),
        hint,
        createdBy: userOf(ctx),
      },
    })
    await recheckRotations(tx, [id])
    await announceOnCall(tx, ctx.actor, "rotation.calendar_set", rotation, { calendar: hint })
    return calendar
  })
}

/** Removes a rotation's calendar, if there is one. Returns the rotation's id. */
export async function removeCalendar(ctx: Context, rotationId: string): Promise<string> {
  const rotation = await findRotation(ctx, rotationId, "on_call:write")
  const { id } = rotation
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.rotationCalendar.deleteMany({ where: { rotationId: id } })
    if (count === 0) return
    await recheckRotations(tx, [id])
    await announceOnCall(tx, ctx.actor, "rotation.calendar_removed", rotation)
  })
  return id
}
