import { setTimeout as wait } from "node:timers/promises"
import { z } from "zod"
import { confirmDelivered } from "../../graphql/delivery/confirm.ts"
import { reportUndelivered } from "../../graphql/delivery/report-undelivered.ts"
import { transact } from "../../graphql/transaction.ts"
import type { Services } from "../../services.ts"

/** How a message or a call may end, and what that means. */
const arrived = new Set(["delivered", "read", "completed"])
const lost: Record<string, string> = {
  undelivered: "The phone did not get the message",
  failed: "Twilio could not reach the number",
  busy: "The line was busy",
  "no-answer": "Nobody took the call",
  canceled: "The call was ended before anybody took it",
}

/** Twilio's codes of what carriers report, in words for the phone's owner. */
const reasons: Record<string, string> = {
  "30002": "the Twilio account is suspended",
  "30003": "the phone is off or out of reach",
  "30004": "the phone blocks the sender",
  "30005": "the number is not in service",
  "30006": "it is a landline, or its carrier takes no SMS",
  "30007": "the carrier filtered it",
  "30034": "the sender's number is not registered with the carriers",
  "30036": "it came too late to be of use",
}

/** A report may overtake the answer that it is about: it waits for that to be written down. */
const patience = { times: 20, ms: 250 }

/** Takes a report of what became of a message or call; one that was taken before changes nothing. */
export async function takeReport(
  services: Services,
  deliveryId: string,
  form: URLSearchParams,
): Promise<void> {
  const receipt = form.get("MessageSid") ?? form.get("CallSid") ?? ""
  const status = form.get("MessageStatus") ?? form.get("CallStatus") ?? ""
  const why = Object.hasOwn(lost, status) ? lost[status] : undefined
  if (receipt === "" || (why === undefined && !arrived.has(status))) return
  const code = form.get("ErrorCode") ?? ""
  const reason = Object.hasOwn(reasons, code) ? `: ${reasons[code]}` : ""
  const words = `${why}${reason}${code === "" ? "" : ` (Twilio ${code})`}.`
  for (let time = 0; time < patience.times; time += 1) {
    // Asked first: what is settled in between is found right after.
    const mayCome = await isUnderWay(services, deliveryId, receipt)
    const isTaken = await transact(services, (tx) =>
      why === undefined ? confirmDelivered(tx, receipt) : reportUndelivered(tx, receipt, words),
    )
    if (isTaken || !mayCome) return
    await wait(patience.ms)
  }
  services.log.warn({ delivery: deliveryId }, "a report of Twilio came for what was never settled")
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
