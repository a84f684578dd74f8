import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { reader } from "../../kernel/transaction.ts"
import { moment } from "../on-call-fields.ts"
import { readRotation, type Plan } from "./read-plan.ts"
import type { Shift } from "./rules/rotation-rules.ts"
import { onCallAt, shiftsOf } from "./rules/shifts.ts"
import { requireWindow } from "./rules/membership-spans.ts"

const input = z.object({ from: moment, until: moment })

type Row = { id: string; projectId: string }

/** A shift with the plan that holds the names of its people. */
export type Shown<T extends Shift = Shift> = { shift: T; plan: Plan }

/** List shifts and gaps of a rotation; the caller has checked access. */
export async function listShifts(ctx: Context, row: Row, window: z.input<typeof input>) {
  const { from, until } = parse(input, window)
  requireWindow(from, until)
  const found = await readRotation(reader(ctx), row, from, until)
  if (found === null) throw notFound("rotation")
  const { plan, rotation } = found
  return shiftsOf(rotation, from, until).map((shift): Shown => ({ shift, plan }))
}

/** Read the current shift or gap. */
export async function readOnCallNow(ctx: Context, row: Row): Promise<Shown> {
  const now = ctx.clock.now()
  const found = await readRotation(reader(ctx), row, now, now)
  if (found === null) throw notFound("rotation")
  return { shift: onCallAt(found.rotation, now), plan: found.plan }
}
