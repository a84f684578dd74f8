import type { Message, PageMessage } from "./channel.ts"

/** What chats say, as plain text without any markup: each escapes it and lays it out in its own way. */
export type ChatWords = {
  headline: string
  paragraphs: string[]
  /** Small print, part by part. */
  context: string[]
  /** Since when it lasts; null for what is no page. */
  since: Date | null
  links: { label: string; url: string }[]
  /** The alert that buttons act on; null where nothing can be done. */
  buttons: { alertId: string; canAcknowledge: boolean } | null
}

export function chatWordsOf(message: Message): ChatWords {
  const quiet = { context: [], since: null, links: [], buttons: null }
  switch (message.kind) {
    case "page":
      return pageWords(message)
    case "code":
      return {
        ...quiet,
        headline: `${message.code} is the code of this channel`,
        paragraphs: [
          `Enter it in Watchkeeper to let ${message.owner} send alerts here. Whoever did not ask for it can ignore it.`,
        ],
        context: [`Good until ${minuteOf(message.expiresAt)}.`],
      }
    case "test":
      return {
        ...quiet,
        headline: "A test of this channel",
        paragraphs: [
          `Alerts of ${message.owner} arrive here, over the channel ${message.channel}. There is nothing to do.`,
        ],
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
                  label: message.wording?.unsubscribe ?? "Unsubscribe",
                  url: message.unsubscribeUrl,
                },
              ]),
        ],
      }
  }
}

function pageWords(page: PageMessage): ChatWords {
  const { listed, rest } = page.others
  const others = [
    ...listed.map(({ number, title }) => `• #${number} ${title}`),
    ...(rest > 0 ? [`• and ${rest} more`] : []),
  ]
  return {
    headline: `${marks[page.state]} #${page.number} ${page.title}`,
    paragraphs: [
      standingOf(page),
      page.description,
      ...(others.length > 0 ? [["For the same cause:", ...others].join("\n")] : []),
    ].filter((one) => one !== ""),
    context: [
      page.projectName,
      page.severity === "high" ? "high urgency" : "low urgency",
      ...(page.state === "triggered" && page.reason !== "" ? [page.reason] : []),
    ],
    since: page.startedAt,
    links: [{ label: "Open", url: page.url }],
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

function standingOf({ state, by }: PageMessage): string {
  if (state === "triggered") return "Nobody has acknowledged this yet."
  const deed = state === "acknowledged" ? "Acknowledged" : "Resolved"
  return by === null ? `${deed}.` : `${deed} by ${by}.`
}

/** 2026-11-21 19:30 UTC. */
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`

/**
 * As much of a text as fits, with an ellipsis where it was cut, never within a character.
 *
 * @param write how a character is written in the end; it is what is counted, in UTF-16 units.
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
