import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { reader } from "../../kernel/transaction.ts"
import type { Shown } from "../schedule/list-shifts.ts"
import { moment, timeZone } from "../on-call-fields.ts"
import { readPlan } from "../schedule/read-plan.ts"
import { idleLayersOf, type IdleLayer } from "../schedule/rules/idle-layers.ts"
import { requireWindow } from "../schedule/rules/membership-spans.ts"
import { shiftsOf } from "../schedule/rules/shifts.ts"
import { layers } from "./layer-fields.ts"

const input = z.object({ projectId: id, timeZone, layers, from: moment, until: moment })

export type RotationPreview = { shown: Shown[]; idle: IdleLayer[] }

/** List the shifts and gaps of layers that are not saved; overrides and calendars are left out. */
export async function previewRotation(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<RotationPreview> {
  const { projectId, timeZone, layers, from, until } = parse(input, given)
  await ctx.access.require(projectId, "on_call:read")
  requireWindow(from, until)
  const plan = await readPlan(reader(ctx), {
    projectId,
    from,
    until,
    policies: "none",
    rotations: "named",
  })
  const rotation = {
    id: "preview",
    name: "",
    timeZone,
    calendar: null,
    overrides: [],
    members: plan.members,
    layers: layers.map(({ startsAt, endsAt, handOver, participantIds, restrictions }, at) => ({
      id: String(at + 1),
      startsAt,
      endsAt: endsAt ?? null,
      handOver,
      participants: participantIds,
      restrictions: restrictions ?? [],
    })),
  }
  return {
    shown: shiftsOf(rotation, from, until).map((shift) => ({ shift, plan })),
    idle: idleLayersOf(rotation, ctx.clock.now()),
  }
}
