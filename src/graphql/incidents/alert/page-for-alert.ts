import { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { leadOf } from "../../on-call/escalation/merge-escalation.ts"
import { pagePeople } from "../../on-call/escalation/page-people.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockOpen, recordHandled } from "./handle-alert.ts"
import { named, requireNamed } from "./paged-input.ts"

const input = z.object({ id, ...named })

/**
 * Pages people and teams about an open alert at once, in the name of the actor, also if it is acknowledged or snoozed.
 * The steps of its policy go on as they were.
 *
 * @throws {DomainError} conflict if it was resolved, or nobody of them can be paged; validation_failed for people and
 * teams that are not of the project.
 */
export async function pageForAlert(ctx: Context, given: z.input<typeof input>): Promise<Alert> {
  const { id, note, ...whom } = parse(input, given)
  const found = await findToHandle(ctx, id)
  return transact(ctx, async (tx) => {
    await lockOpen(tx, id, "paged for")
    const names = await requireNamed(tx, found.projectId, whom)
    const asked = { by: actorName(ctx.actor), note }
    if (!(await pagePeople(tx, await leadOf(tx, id), whom, asked))) {
      throw conflict("None of them can be paged: the teams have no members.")
    }
    return recordHandled(tx, ctx, found, {
      action: "alert.paged",
      change: "paged",
      about: names.join(", "),
      changes: { paged: names },
    })
  })
}
