import type { TwilioCallback } from "../../channels/twilio/read-twilio-callback.ts"
import { answerMessage } from "../../channels/twilio/twilio-answers.ts"
import type { MessageWords } from "../../channels/words/english.ts"
import { findReplied } from "../../graphql/incidents/alert/find-replied.ts"
import type { Paged } from "../../graphql/incidents/alert/paged-person.ts"
import type { Services } from "../../platform/services.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"
import { acknowledgeInWords, endRequest, languageOf, nameOf, wordsFor } from "./twilio-messages.ts"

type Reply = Extract<TwilioCallback, { kind: "reply" }>

/** Acknowledges by a text message such as "ack 12"; unknown numbers get no reply. Returns TwiML. */
export async function answerReply(services: Services, reply: Reply): Promise<string> {
  const words = await answerTo(services, reply)
  // Also one that only led to a question: it must not act later, when there is one alert to choose.
  if (reply.isAcknowledgement) await endRequest(services, reply.request)
  return answerMessage(words)
}

async function answerTo(
  services: Services,
  { from, isOptOut, isAcknowledgement, number, request }: Reply,
): Promise<string | null> {
  if (isOptOut) return null
  const found = await findReplied(services, from, number)
  const [only] = found
  if (!isAcknowledgement) return only === undefined ? null : wordsFor(only).sms.help
  if (only === undefined) {
    const [paged] = number === null ? [] : await findReplied(services, from, null)
    if (number === null || paged === undefined) return null
    const { sms } = wordsFor(paged)
    return `${sms.notSent(number)} ${sms.help}`
  }
  if (number !== null) {
    const open = found.filter(({ alert }) => (alert.acknowledgedAt ?? alert.resolvedAt) === null)
    return open.length > 1
      ? askWhere(number, open, wordsFor(only))
      : acknowledgeInWords(services, only, "SMS reply", request)
  }
  if (found.length === 1) return acknowledgeInWords(services, only, "SMS reply", request)
  const list = found.map((one) => nameOf(one.alert, languageOf(one), 40))
  return wordsFor(only).sms.which(list.join(", "))
}

/** Alert numbers are per project, and one phone may belong to several projects. */
function askWhere(number: number, open: Paged[], { sms, locale }: MessageWords): string {
  const projects = open.map(({ alert }) => cut(inertLine(alert.project.name), 40))
  return sms.ambiguous(number, new Intl.ListFormat(locale).format(projects))
}
