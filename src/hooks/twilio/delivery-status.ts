import { setTimeout as wait } from "node:timers/promises"
import { z } from "zod"
import type { TwilioCallback } from "../../channels/twilio/read-twilio-callback.ts"
import { confirmDelivered } from "../../graphql/delivery/log/confirm-delivery.ts"
import { reportUndelivered } from "../../graphql/delivery/log/report-undelivered.ts"
import { transact } from "../../graphql/kernel/transaction.ts"
import type { Services } from "../../platform/services.ts"

/** A report can arrive before the response to our request is stored; then it is retried. */
const patience = { times: 20, ms: 250 }

/** Stores a final status. Idempotent. */
export async function takeReport(
  services: Services,
  { deliveryId, receipt, lost }: Extract<TwilioCallback, { kind: "report" }>,
): Promise<void> {
  for (let time = 0; time < patience.times; time += 1) {
    // Read first: a delivery settled in between is then found below.
    const mayCome = await isUnderWay(services, deliveryId, receipt)
    const isTaken = await transact(services, (tx) =>
      lost === null ? confirmDelivered(tx, receipt) : reportUndelivered(tx, receipt, lost),
    )
    if (isTaken || !mayCome) return
    await wait(patience.ms)
  }
  services.log.warn(
    { delivery: deliveryId },
    "Twilio reported on a delivery that was never settled",
  )
}

async function isUnderWay(
  { database }: Services,
  deliveryId: string,
  receipt: string,
): Promise<boolean> {
  const where = z.object({ id: z.uuid() }).safeParse({ id: deliveryId })
  if (!where.success) return false
  const delivery = await database.prisma.delivery.findUnique({ where: where.data })
  if (delivery === null || delivery.receipt === receipt) return false
  return (await database.prisma.deliveryLease.count({ where: { deliveryId } })) > 0
}
