import { z } from "zod"
import { newId } from "../../id.ts"
import { hintOfUrl, hookUrl, refuseHookUrl } from "../channel/kinds/hook-url.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { announceOnCall, lookAgain } from "./announce.ts"
import { findRotation } from "./find.ts"
import { userOf } from "./own-shift.ts"

const input = z.object({
  /** Calendar programs write webcal: for what is fetched by https. */
  url: z
    .string({ error: "must be text" })
    .transform((url) => url.trim().replace(/^webcals?:/i, "https:"))
    .pipe(hookUrl("must be the address of a calendar, such as https://example.com/on-call.ics")),
})

/**
 * Lets a calendar of elsewhere say who is on call in a rotation, in the place of any other. It is fetched at once,
 * and then every quarter of an hour.
 */
export async function setCalendar(ctx: Context, rotationId: string, given: { url: string }) {
  const rotation = await findRotation(ctx, rotationId, "on_call:write")
  const { url } = parse(input, given)
  const refusal = refuseHookUrl(url, ctx.env)
  if (refusal !== null) throw invalid("#/url", refusal)
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
    await lookAgain(tx, [id])
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "rotation.calendar_set",
      subjectId: id,
      subjectName: rotation.name,
      changes: { calendar: hint },
    })
    return calendar
  })
}

/** The layers alone say who is on call again. Answers the rotation's id, also where there was no calendar. */
export async function removeCalendar(ctx: Context, rotationId: string): Promise<string> {
  const rotation = await findRotation(ctx, rotationId, "on_call:write")
  const { id, projectId } = rotation
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.rotationCalendar.deleteMany({ where: { rotationId: id } })
    if (count === 0) return
    await lookAgain(tx, [id])
    await announceOnCall(tx, ctx.actor, {
      projectId,
      action: "rotation.calendar_removed",
      subjectId: id,
      subjectName: rotation.name,
    })
  })
  return id
}
