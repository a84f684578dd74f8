import { newId } from "../../../platform/id.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import type { LayerInput } from "./layer-fields.ts"
import type { HandOver, Restriction } from "../schedule/rules/rotation-rules.ts"

/** Replaces a rotation's layers; the layer of each order keeps its id. */
export async function writeLayers({ db }: Transaction, rotationId: string, layers: LayerInput[]) {
  await db.rotationLayer.deleteMany({ where: { rotationId, order: { gt: layers.length } } })
  for (const [at, layer] of layers.entries()) {
    const order = at + 1
    const { name, startsAt, endsAt = null, participantIds, restrictions } = layer
    const data = { name, startsAt, endsAt, ...handOverColumns(layer.handOver) }
    const { id: layerId } = await db.rotationLayer.upsert({
      where: { rotationId_order: { rotationId, order } },
      create: { id: newId(), rotationId, order, ...data },
      update: { ...data, participants: { deleteMany: {} }, restrictions: { deleteMany: {} } },
    })
    await db.rotationParticipant.createMany({
      data: participantIds.map((userId, at) => ({ layerId, userId, order: at + 1 })),
    })
    await db.rotationRestriction.createMany({
      data: (restrictions ?? []).map((one, at) => ({ layerId, order: at + 1, ...columns(one) })),
    })
  }
}

const handOverColumns = (handOver: HandOver) => ({
  handOverUnit: handOver.unit,
  handOverEvery: handOver.every,
  handOverMinute: handOver.unit === "hours" ? null : handOver.minute,
  handOverWeekday: handOver.unit === "weeks" ? handOver.weekday : null,
})

const columns = (one: Restriction) => ({
  startMinute: one.startMinute,
  endMinute: one.endMinute,
  startWeekday: one.kind === "weekly" ? one.startWeekday : null,
  endWeekday: one.kind === "weekly" ? one.endWeekday : null,
})
