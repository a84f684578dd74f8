import { z } from "zod"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { parse } from "../input.ts"
import { reader } from "../transaction.ts"
import { moment } from "./fields.ts"
import type { Plan } from "./read-plan.ts"
import { readRotation } from "./read-plan.ts"
import type { Shift } from "./rotation.ts"
import { onCallAt, shiftsOf } from "./shifts.ts"
import { requireWindow } from "./stay.ts"

const input = z.object({ from: moment, until: moment })

type Row = { id: string; projectId: string }

/** With the names of whoever is on call. */
export type Shown<T extends Shift = Shift> = { shift: T; plan: Plan }

/** Shifts and gaps of a rotation that the actor may read. */
export async function listShifts(ctx: Context, row: Row, window: z.input<typeof input>) {
  const { from, until } = parse(input, window)
  requireWindow(from, until)
  const found = await readRotation(reader(ctx), row, from, until)
  if (found === null) throw notFound("rotation")
  const { plan, rotation } = found
  return shiftsOf(rotation, from, until).map((shift): Shown => ({ shift, plan }))
}

/** The shift or gap of this moment. */
export async function readOnCallNow(ctx: Context, row: Row): Promise<Shown> {
  const now = ctx.clock.now()
  const found = await readRotation(reader(ctx), row, now, now)
  if (found === null) throw notFound("rotation")
  return { shift: onCallAt(found.rotation, now), plan: found.plan }
}
