import { cut, inertLine, lettersOf } from "../../platform/shown-text.ts"
import type { Message } from "../message.ts"
import { headlineOf, openingOf, othersOf, outlookOf, reasonOf } from "../alert-standing.ts"
import { shownMessage, type ShownPage } from "../shown-message.ts"
import { messageWords } from "../words/message-language.ts"
import { foldToGsm, segmentsOf } from "./gsm.ts"

/** Each segment is billed, and long messages arrive late. */
const mostSegments = 2
/** A page that stands for several alerts names them. */
const mostSegmentsOfGroup = 4

/** Text of an SMS, within two segments if the link is short enough. */
export function smsWordsOf(given: Message): string {
  // Isolating names would halve the letters of a segment.
  const message = shownMessage(given, inertLine)
  const { code, test } = messageWords(message.language)
  switch (message.kind) {
    case "page":
      return pageWords(message)
    case "code":
      return code.sms(message.code)
    case "test":
      return fit(`${test.subject(message.channel)}.`, test.sms)
    case "notice":
      return fit(
        [message.subject, ...message.paragraphs].join(". "),
        message.link === null ? "" : ` ${message.link.url}`,
      )
  }
}

function pageWords(page: ShownPage): string {
  const { number, leadNumber, projectName, state, by, others, acknowledgeUrl } = page
  const words = messageWords(page.language)
  const opening = openingOf(page)
  const more = others.listed.length + others.rest
  const named = othersOf(page)
  const title = headlineOf(page)
  const isNamed = more === 0 || leadNumber !== undefined
  const rest = isNamed ? "" : ` ${words.andMore(more)}${named === "" ? "" : `: ${named}`}`
  const most = named === "" ? mostSegments : mostSegmentsOfGroup
  if (state !== "triggered" || acknowledgeUrl === null) {
    const who = opening === "" || by === null ? opening : words.by(opening, by)
    const outlook = outlookOf(page)
    return fit(
      `${who === "" ? "" : `${who}: `}#${number} ${title}${rest} (${projectName})`,
      outlook === null ? "" : `. ${outlook}`,
      most,
    )
  }
  const tail = `\n${words.sms.instructions(leadNumber ?? number, acknowledgeUrl)}`
  const head = opening === "" ? "" : `${opening}: `
  const outlook = page.event === "alert.reopened" ? null : outlookOf(page)
  const standing = outlook === null ? "" : `. ${outlook}`
  const reason = more > 0 ? "" : reasonOf(page)
  return fit(`${head}#${number} ${title}${reason}${rest} (${projectName})${standing}`, tail, most)
}

/** Cuts the head, never the tail with the instructions. */
function fit(head: string, tail: string, most = mostSegments): string {
  const words = foldToGsm(inertLine(head))
  const whole = words + tail
  if (segmentsOf(whole) <= most) return whole
  const letters = lettersOf(words).length
  const space = Array.from({ length: letters }, (_, at) => letters - at).find(
    (length) => segmentsOf(shortened(words, length) + tail) <= most,
  )
  return shortened(words, Math.max(space ?? 0, 40)) + tail
}

const shortened = (words: string, length: number): string => cut(words, length).replace(/…$/, "...")
