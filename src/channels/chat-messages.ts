import { headlineOf, massOf, openingOf, outlookOf } from "./alert-standing.ts"
import { timeFor } from "./message-time.ts"
import type { Message, PageMessage } from "./message.ts"
import { shownMessage, type ShownPage } from "./shown-message.ts"
import { messageWords } from "./words/message-language.ts"

/** Chat message as plain text; each provider escapes it and adds its own layout. */
export type ChatWords = {
  headline: string
  paragraphs: string[]
  /** Footer parts. */
  context: string[]
  /** Start of the outage; null for messages other than pages. */
  since: Date | null
  links: { label: string; url: string }[]
  /** The alert the buttons act on; null for messages without buttons. */
  buttons: { alertId: string; canAcknowledge: boolean } | null
}

export function chatWordsOf(given: Message): ChatWords {
  const message = shownMessage(given)
  const quiet = { context: [], since: null, links: [], buttons: null }
  const words = messageWords(message.language)
  switch (message.kind) {
    case "page":
      return pageWords(message)
    case "code":
      return {
        ...quiet,
        headline: words.code.forChannel(message.code),
        paragraphs: [words.code.enter(message.owner)],
        context: [words.code.expiresAt(timeFor(message, message.expiresAt))],
      }
    case "test":
      return {
        ...quiet,
        headline: words.test.headline,
        paragraphs: [words.test.text(message.owner, message.channel)],
      }
    case "notice":
      return {
        ...quiet,
        headline: message.subject,
        paragraphs: message.paragraphs,
        links: [
          ...(message.link === null ? [] : [message.link]),
          ...(message.unsubscribeUrl === null
            ? []
            : [
                {
                  label: message.wording?.unsubscribe ?? words.unsubscribe,
                  url: message.unsubscribeUrl,
                },
              ]),
        ],
      }
  }
}

function pageWords(page: ShownPage): ChatWords {
  const { listed, rest } = page.others
  const words = messageWords(page.language)
  const others = [
    ...listed.map(({ number, title }) => `• #${number} ${title}`),
    ...(rest > 0 ? [`• ${words.andMore(rest)}`] : []),
  ]
  const mass = massOf(page)
  const title = `#${page.number} ${headlineOf(page)}`
  return {
    headline: `${marks[page.state]} ${mass === "" ? title : mass}`,
    paragraphs: [
      mass === "" ? "" : title,
      standingOf(page),
      outlookOf(page) ?? "",
      page.description,
      ...(others.length > 0 ? [[`${words.sameCause}:`, ...others].join("\n")] : []),
    ].filter((one) => one !== ""),
    context: [
      page.projectName,
      words.urgency[page.severity],
      ...(page.state === "triggered" && page.reason !== "" ? [page.reason] : []),
    ],
    since: page.startedAt,
    links: [{ label: words.open, url: page.url }],
    buttons:
      page.state === "resolved"
        ? null
        : { alertId: page.alertId, canAcknowledge: page.state === "triggered" },
  }
}

const marks: Record<PageMessage["state"], string> = {
  triggered: "🔴",
  acknowledged: "🟡",
  resolved: "🟢",
}

function standingOf(page: ShownPage): string {
  // The headline says it already.
  const opening = openingOf({ ...page, mass: null })
  const words = messageWords(page.language)
  if (page.state !== "triggered") {
    return `${page.by === null ? opening : words.by(opening, page.by)}.`
  }
  const open = words.notAcknowledged
  return opening === "" ? open : `${opening}. ${open}`
}

/**
 * Truncates with an ellipsis, never within a character.
 * @param write how a character is encoded in the end; its UTF-16 units are counted.
 */
export function cut(text: string, max: number, write = (character: string) => character): string {
  const whole = Array.from(text, (character) => write(character))
  if (lengthOf(whole) <= max) return whole.join("")
  let length = 1
  const kept: string[] = []
  for (const one of whole) {
    length += one.length
    if (length > max) break
    kept.push(one)
  }
  return `${kept.join("").trimEnd()}…`
}

const lengthOf = (parts: string[]) => parts.reduce((sum, { length }) => sum + length, 0)
