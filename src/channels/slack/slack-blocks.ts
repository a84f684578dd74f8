import type { KnownBlock, PlainTextElement } from "@slack/web-api"
import type { Message } from "../message.ts"
import { chatWordsOf, cut } from "../chat-messages.ts"
import { timeFor } from "../message-time.ts"

/** The limits of Block Kit, in characters as they are sent. */
const mostInHeader = 150
const mostInSection = 3000
const mostInContext = 300
const mostInButton = 75
/** Longer messages are truncated. */
const mostSections = 20

export type SlackMessage = { text: string; blocks: KnownBlock[] }

/** A message in Slack's format; with buttons only if the channel belongs to an app that receives presses. */
export function slackMessageOf(message: Message, { isApp }: { isApp: boolean }): SlackMessage {
  const words = chatWordsOf(message)
  const { since, buttons } = words
  const acts = isApp && buttons !== null ? actsOf(buttons) : []
  const acknowledgeUrl = !isApp && message.kind === "page" ? message.acknowledgeUrl : null
  const links = [
    ...(acknowledgeUrl === null ? [] : [{ label: "Acknowledge", url: acknowledgeUrl }]),
    ...words.links,
  ]
  const elements = [...acts, ...links.map(linkOf)]
  const small = words.context.map((text) => plain(text, mostInContext))
  const text = [words.headline, ...words.paragraphs.slice(0, 1), ...links.map(inText)]
  return {
    // Shown in notifications, and by services compatible with Slack that do not support blocks.
    text: text.map((one) => (typeof one === "string" ? escape(one) : one.raw)).join("\n"),
    blocks: [
      { type: "header", text: plain(words.headline, mostInHeader) },
      ...words.paragraphs.slice(0, mostSections).map((paragraph) => ({
        type: "section" as const,
        text: plain(paragraph, mostInSection),
      })),
      ...(small.length === 0 && since === null
        ? []
        : [
            {
              type: "context" as const,
              elements: [
                ...small,
                ...(since === null ? [] : [sinceOf(since, timeFor(message, since))]),
              ],
            },
          ]),
      ...(elements.length === 0 ? [] : [{ type: "actions" as const, elements }]),
    ],
  }
}

/** Names are plain text, so that they contain no mentions, links or markup. */
const plain = (text: string, max: number): PlainTextElement => ({
  type: "plain_text",
  text: cut(text === "" ? "–" : text, max, escape),
  emoji: false,
})

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
/** Slack's control characters; it decodes no other entities. */
export const escape = (text: string): string =>
  text.replaceAll(/[&<>]/g, (one) => entities[one] ?? one)

const actsOf = ({ alertId, canAcknowledge }: { alertId: string; canAcknowledge: boolean }) => [
  ...(canAcknowledge
    ? [
        {
          type: "button" as const,
          action_id: "acknowledge",
          style: "primary" as const,
          value: alertId,
          text: plain("Acknowledge", mostInButton),
        },
      ]
    : []),
  {
    type: "button" as const,
    action_id: "resolve",
    value: alertId,
    text: plain("Resolve", mostInButton),
  },
]

const linkOf = ({ label, url }: { label: string; url: string }, index: number) => ({
  type: "button" as const,
  // Slack requires a unique ID for each, even for links.
  action_id: `link-${index}`,
  text: plain(label, mostInButton),
  url,
})

const inText = ({ label, url }: { label: string; url: string }) => ({
  raw: `<${url.replaceAll(/[<>|]/g, encodeURIComponent)}|${escape(label)}>`,
})

/** Shown in each reader's time zone. */
const sinceOf = (since: Date, written: string) => ({
  type: "mrkdwn" as const,
  text: `since <!date^${Math.floor(since.getTime() / 1000)}^{date_short_pretty} {time}|${written}>`,
})
