import { cut, inertLine, lettersOf } from "../../pages/xml.ts"
import type { Message, PageMessage } from "../channels/channel.ts"
import { foldToGsm, segmentsOf } from "./gsm.ts"

/** Each part is paid for, and a long message arrives late. */
const mostSegments = 2

/** What a text message says, within two parts where its link leaves room for that. */
export function smsWordsOf(message: Message): string {
  switch (message.kind) {
    case "page":
      return pageWords(message)
    case "code":
      return `${message.code} is your Watchkeeper code. Whoever did not ask for it can ignore it.`
    case "test":
      return fit(`A test of ${message.channel}.`, " Alerts arrive here; there is nothing to do.")
    case "notice":
      return fit(
        [message.subject, ...message.paragraphs].join(". "),
        message.link === null ? "" : ` ${message.link.url}`,
      )
  }
}

function pageWords(page: PageMessage): string {
  const { number, title, projectName, state, by, others, acknowledgeUrl } = page
  const more = others.listed.length + others.rest
  const rest = more === 0 ? "" : ` and ${more} more`
  if (state !== "triggered" || acknowledgeUrl === null) {
    const standing = state === "triggered" ? "" : state === "resolved" ? "Resolved" : "Acknowledged"
    const who = standing === "" || by === null ? standing : `${standing} by ${by}`
    return fit(`${who === "" ? "" : `${who}: `}#${number} ${title}${rest} (${projectName})`, "")
  }
  const tail = `\nReply ACK ${number} or open ${acknowledgeUrl}`
  return fit(`#${number} ${title}${rest} (${projectName})`, tail)
}

/** Cuts the head, never the tail, which holds what to do. */
function fit(head: string, tail: string): string {
  const words = foldToGsm(inertLine(head))
  const whole = words + tail
  if (segmentsOf(whole) <= mostSegments) return whole
  const letters = lettersOf(words).length
  const room = Array.from({ length: letters }, (_, at) => letters - at).find(
    (length) => segmentsOf(shortened(words, length) + tail) <= mostSegments,
  )
  return shortened(words, Math.max(room ?? 0, 40)) + tail
}

const shortened = (words: string, length: number): string => cut(words, length).replace(/…$/, "...")
