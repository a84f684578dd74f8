import { z } from "zod"
import type { TwilioCallback } from "../../channels/twilio/read-twilio-callback.ts"
import { askForKey, endCall } from "../../channels/twilio/twilio-answers.ts"
import { findPaged } from "../../graphql/incidents/alert/paged-person.ts"
import type { Services } from "../../platform/services.ts"
import { acknowledgeInWords, languageOf } from "./twilio-messages.ts"

/** TwiML response to a key pressed during a call; null if the call read no page. */
export async function answerKey(
  services: Services,
  { deliveryId, isAcknowledgement }: Extract<TwilioCallback, { kind: "key" }>,
): Promise<string | null> {
  const where = z.object({ id: z.uuid() }).safeParse({ id: deliveryId })
  if (!where.success) return null
  const delivery = await services.database.prisma.delivery.findUnique({ where: where.data })
  const pageId = delivery?.pageId ?? null
  const paged = pageId === null ? null : await findPaged(services, pageId)
  if (paged === null) return null
  return isAcknowledgement
    ? endCall(await acknowledgeInWords(services, paged, "call"), languageOf(paged))
    : askForKey(languageOf(paged))
}
