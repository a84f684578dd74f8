import { z } from "zod"
import type { TwilioCallback } from "../../channels/twilio/read-twilio-callback.ts"
import { askForKey, endCall } from "../../channels/twilio/twilio-answers.ts"
import { findPaged } from "../../graphql/incidents/alert/paged-person.ts"
import type { Services } from "../../platform/services.ts"
import { acknowledgeInWords, endRequest, languageOf } from "./twilio-messages.ts"

/** TwiML response to a key pressed during a call; null if the call read no page. */
export async function answerKey(
  services: Services,
  { deliveryId, isAcknowledgement, request }: Extract<TwilioCallback, { kind: "key" }>,
): Promise<string | null> {
  const where = z.object({ id: z.uuid() }).safeParse({ id: deliveryId })
  if (!where.success) return null
  const delivery = await services.database.prisma.delivery.findUnique({ where: where.data })
  const pageId = delivery?.pageId ?? null
  const paged = pageId === null ? null : await findPaged(services, pageId)
  if (paged === null) return null
  if (!isAcknowledgement) return askForKey(languageOf(paged))
  const words = await acknowledgeInWords(services, paged, "call", request)
  await endRequest(services, request)
  return endCall(words, languageOf(paged))
}
