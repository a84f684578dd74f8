import type { TwilioCallback } from "../../channels/twilio/read-twilio-callback.ts"
import { answerMessage } from "../../channels/twilio/twilio-answers.ts"
import { findReplied } from "../../graphql/incidents/alert/find-replied.ts"
import type { Paged } from "../../graphql/incidents/alert/paged-person.ts"
import type { Services } from "../../platform/services.ts"
import { cut, inertLine } from "../../platform/xml.ts"
import { acknowledgeInWords } from "./twilio-messages.ts"

type Reply = Extract<TwilioCallback, { kind: "reply" }>

/** Acknowledges by a text message such as "ack 12"; unknown numbers get no reply. Returns TwiML. */
export const answerReply = async (services: Services, reply: Reply): Promise<string> =>
  answerMessage(await wordsFor(services, reply))

async function wordsFor(
  services: Services,
  { from, isOptOut, isAcknowledgement, number }: Reply,
): Promise<string | null> {
  if (isOptOut) return null
  const found = await findReplied(services, from, number)
  const [only] = found
  if (!isAcknowledgement) return found.length === 0 ? null : help
  if (only === undefined) {
    const wasPaged = number !== null && (await findReplied(services, from, null)).length > 0
    return wasPaged ? `No alert ${number} was sent to you. ${help}` : null
  }
  if (number !== null) {
    const open = found.filter(({ alert }) => (alert.acknowledgedAt ?? alert.resolvedAt) === null)
    return open.length > 1
      ? askWhere(number, open)
      : acknowledgeInWords(services, only, "SMS reply")
  }
  if (found.length === 1) return acknowledgeInWords(services, only, "SMS reply")
  const list = found.map(({ alert }) => `#${alert.number} ${cut(inertLine(alert.title), 40)}`)
  return `Which one? Reply ACK and its number: ${list.join(", ")}`
}

/** Alert numbers are per project, and one phone may belong to several projects. */
function askWhere(number: number, open: Paged[]): string {
  const projects = open.map(({ alert }) => cut(inertLine(alert.project.name), 40))
  const where = new Intl.ListFormat("en").format(projects)
  return `Alert ${number} is open in ${where}. Open the link of the one that you mean.`
}

const help = "Reply ACK and the number of an alert to acknowledge it."
