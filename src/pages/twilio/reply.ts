import twilio from "twilio"
import { findReplied } from "../../graphql/alert/find-replied.ts"
import type { Paged } from "../../graphql/alert/paged.ts"
import type { Services } from "../../services.ts"
import { cut, inertLine } from "../xml.ts"
import { acknowledgeInWords } from "./words.ts"

/** Acknowledges by a text message such as "ack 12"; strangers are not answered at all. Answers TwiML. */
export async function answerReply(services: Services, form: URLSearchParams): Promise<string> {
  const answer = new twilio.twiml.MessagingResponse()
  const said = await wordsFor(services, form)
  if (said !== null) answer.message(said)
  return answer.toString()
}

async function wordsFor(services: Services, form: URLSearchParams): Promise<string | null> {
  const from = form.get("From") ?? ""
  const [isAcknowledgement, number] = readReply(form.get("Body") ?? "")
  // Twilio itself answers STOP and START, and says so.
  if (form.has("OptOutType")) return null
  const found = await findReplied(services, from, number)
  const [only] = found
  if (!isAcknowledgement) return found.length === 0 ? null : help
  if (only === undefined) {
    const wasPaged = number !== null && (await findReplied(services, from, null)).length > 0
    return wasPaged ? `No alert ${number} was sent to you. ${help}` : null
  }
  if (number !== null) {
    const open = found.filter(({ alert }) => (alert.acknowledgedAt ?? alert.resolvedAt) === null)
    return open.length > 1 ? askWhere(number, open) : acknowledgeInWords(services, only)
  }
  if (found.length === 1) return acknowledgeInWords(services, only)
  const list = found.map(({ alert }) => `#${alert.number} ${cut(inertLine(alert.title), 40)}`)
  return `Which one? Reply ACK and its number: ${list.join(", ")}`
}

/** Projects count their alerts by themselves, and one phone may hear of several. */
function askWhere(number: number, open: Paged[]): string {
  const projects = open.map(({ alert }) => cut(inertLine(alert.project.name), 40))
  const where = new Intl.ListFormat("en").format(projects)
  return `Alert ${number} is open in ${where}. Open the link of the one that you mean.`
}

const help = "Reply ACK and the number of an alert to acknowledge it."

function readReply(body: string): [isAcknowledgement: boolean, number: number | null] {
  const [whole, digits] = /^\s*(?:ack|acknowledge|ok)\b\s*#?(\d{1,9})?/i.exec(body) ?? []
  return [whole !== undefined, digits === undefined ? null : Number(digits)]
}
