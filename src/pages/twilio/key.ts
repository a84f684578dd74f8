import twilio from "twilio"
import { z } from "zod"
import { findPaged } from "../../graphql/alert/paged.ts"
import type { Services } from "../../services.ts"
import { acknowledgeInWords } from "./words.ts"

const voice = { language: "en-US", voice: "Polly.Joanna" } as const
const acknowledgeKey = "4"

/** What a call says after a key was pressed in it, as TwiML; null where no page was read to anybody. */
export async function answerKey(
  services: Services,
  deliveryId: string,
  form: URLSearchParams,
): Promise<string | null> {
  const where = z.object({ id: z.uuid() }).safeParse({ id: deliveryId })
  if (!where.success) return null
  const delivery = await services.database.prisma.delivery.findUnique({ where: where.data })
  const pageId = delivery?.pageId ?? null
  const paged = pageId === null ? null : await findPaged(services, pageId)
  if (paged === null) return null
  const answer = new twilio.twiml.VoiceResponse()
  if (form.get("Digits") === acknowledgeKey) {
    answer.say(voice, `${await acknowledgeInWords(services, paged)} Goodbye.`)
  } else {
    // To the same address once more.
    const gather = answer.gather({ method: "POST", numDigits: 1, timeout: 8 })
    gather.say(voice, "Press 4 to acknowledge.")
    answer.say(voice, "Nobody has acknowledged. Goodbye.")
  }
  return answer.toString()
}
