import type { Message } from "../message.ts"
import { chatWordsOf, cut } from "../chat-messages.ts"

/** Discord's limits, in characters. Title, description and footer together must stay below 6,000. */
const mostInTitle = 256
const mostInDescription = 4096
const mostInFooter = 1000
const mostInLabel = 80

const colors = { triggered: 0xd92d20, acknowledged: 0xf79009, resolved: 0x17b26a, none: 0x667085 }

/** Discord's numbers of component types and button styles. */
const row = 1
const button = 2
const looks = { primary: 1, secondary: 2, link: 5 }

export type DiscordMessage = {
  embeds: {
    title: string
    description: string
    color: number
    timestamp?: string
    footer?: { text: string }
  }[]
  components: { type: number; components: Button[] }[]
  /** Names of monitors must not mention anybody. */
  allowed_mentions: { parse: [] }
}

type Button = { type: number; style: number; label: string; custom_id?: string; url?: string }

/** A message in Discord's format; with buttons only if the channel belongs to an app that receives presses. */
export function discordMessageOf(message: Message, { isApp }: { isApp: boolean }): DiscordMessage {
  const { headline, paragraphs, context, since, links, buttons } = chatWordsOf(message)
  const acknowledgeUrl = !isApp && message.kind === "page" ? message.acknowledgeUrl : null
  const shown: Button[] = [
    ...(isApp && buttons !== null ? actsOf(buttons) : []),
    ...(acknowledgeUrl === null ? [] : [linkOf({ label: "Acknowledge", url: acknowledgeUrl })]),
    ...links.map(linkOf),
  ]
  return {
    embeds: [
      {
        title: cut(headline, mostInTitle, escape),
        description: cut(paragraphs.join("\n\n"), mostInDescription, escape),
        color: message.kind === "page" ? colors[message.state] : colors.none,
        // Shown in each reader's time zone.
        ...(since === null ? {} : { timestamp: since.toISOString() }),
        ...(context.length === 0
          ? {}
          : { footer: { text: cut(context.join(" · "), mostInFooter) } }),
      },
    ],
    components: shown.length === 0 ? [] : [{ type: row, components: shown }],
    allowed_mentions: { parse: [] },
  }
}

/** Markdown, mentions and masked links stay as they were typed. */
const escape = (character: string): string =>
  /[\\*_~`|<>[\]#@]/.test(character) ? `\\${character}` : character

const actsOf = ({ alertId, canAcknowledge }: { alertId: string; canAcknowledge: boolean }) => [
  ...(canAcknowledge ? [act("acknowledge", "Acknowledge", looks.primary, alertId)] : []),
  act("resolve", "Resolve", looks.secondary, alertId),
]

const act = (action: string, label: string, style: number, alertId: string): Button => ({
  type: button,
  style,
  label,
  custom_id: `${action}:${alertId}`,
})

const linkOf = ({ label, url }: { label: string; url: string }): Button => ({
  type: button,
  style: looks.link,
  label: cut(label, mostInLabel),
  url,
})
