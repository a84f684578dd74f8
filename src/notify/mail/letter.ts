import { cut, inert, inertLine } from "../../pages/xml.ts"
import type { Message, PageMessage } from "../channels/channel.ts"

/** How a letter looks at a glance. */
export type Mood = "triggered" | "acknowledged" | "resolved" | "plain"

/** A mail as its reader sees it, before it is text or markup; somebody's words are inert already. */
export type Letter = {
  subject: string
  /** What an inbox shows behind the subject. */
  preview: string
  mood: Mood
  /** The small line over the headline. */
  standing: string
  headline: string
  paragraphs: string[]
  /** To be typed off, in large figures. */
  code: string | null
  facts: { label: string; value: string }[]
  list: { title: string; lines: string[] } | null
  button: { label: string; url: string } | null
  link: { label: string; url: string } | null
  /** Why this was sent, in small print. */
  footer: string
  unsubscribeUrl: string | null
  unsubscribe: string
  language: string
  direction: "ltr" | "rtl"
}

const nothing: Omit<Letter, "subject" | "preview" | "headline" | "paragraphs" | "footer"> = {
  mood: "plain",
  standing: "Watchkeeper",
  code: null,
  facts: [],
  list: null,
  button: null,
  link: null,
  unsubscribeUrl: null,
  unsubscribe: "Unsubscribe",
  language: "en",
  direction: "ltr",
}

export function letterOf(message: Message): Letter {
  switch (message.kind) {
    case "page":
      return pageLetter(message)
    case "code":
      return {
        ...nothing,
        subject: `${message.code} is your Watchkeeper code`,
        preview: "It confirms this address.",
        headline: "Confirm this address",
        paragraphs: [
          `${message.verifyUrl === null ? "Enter this code in Watchkeeper" : "Press the button, or enter this code in Watchkeeper,"} to have alerts of ${line(message.owner)} sent here.`,
        ],
        code: message.code,
        button:
          message.verifyUrl === null
            ? null
            : { label: "Confirm this address", url: message.verifyUrl },
        facts: [{ label: "Good until", value: minuteOf(message.expiresAt) }],
        footer:
          "The button opens a page that asks once more. Whoever did not ask for this can ignore it: nothing more is sent then.",
      }
    case "test":
      return {
        ...nothing,
        subject: `A test of ${subjectPart(message.channel)}`,
        preview: "Alerts would arrive here.",
        headline: "This is a test",
        paragraphs: [
          `Alerts of ${line(message.owner)} arrive here, over the channel ${line(message.channel)}. There is nothing to do.`,
        ],
        footer: "Sent because somebody pressed Test in Watchkeeper.",
      }
    case "notice": {
      const { wording } = message
      const { language = "en", direction = "ltr", unsubscribe = "Unsubscribe" } = wording ?? {}
      return {
        ...nothing,
        language,
        direction,
        unsubscribe,
        standing: line(wording?.standing ?? nothing.standing),
        subject: subjectPart(message.subject),
        preview: cut(line(message.paragraphs[0] ?? ""), 120),
        headline: line(message.subject),
        paragraphs: message.paragraphs.map((one) => inert(one)),
        button: message.link,
        footer: line(wording?.footer ?? "Sent by Watchkeeper."),
        unsubscribeUrl: message.unsubscribeUrl,
      }
    }
  }
}

const openings: Record<PageMessage["state"], string> = {
  triggered: "",
  acknowledged: "Acknowledged: ",
  resolved: "Resolved: ",
}

function pageLetter(page: PageMessage): Letter {
  const { number, state, by, url, acknowledgeUrl, others } = page
  const title = line(page.title)
  const project = line(page.projectName)
  const who = by === null ? "" : ` by ${line(by)}`
  const standing = {
    triggered: page.severity === "high" ? "Alert · high urgency" : "Alert · low urgency",
    acknowledged: `Acknowledged${who}`,
    resolved: `Resolved${who}`,
  }[state]
  const more = others.rest > 0 ? [`and ${others.rest} more`] : []
  const named = others.listed.map((one) => `#${one.number} ${line(one.title)}`)
  const canAcknowledge = acknowledgeUrl !== null && state === "triggered"
  return {
    ...nothing,
    subject: `${openings[state]}#${number} ${subjectPart(page.title)} · ${subjectPart(page.projectName)}`,
    preview: cut(line(page.description), 120),
    mood: state,
    standing,
    headline: `#${number} ${title}`,
    paragraphs: [inert(page.description)].filter((one) => one !== ""),
    facts: [
      { label: "Project", value: project },
      { label: "Since", value: minuteOf(page.startedAt) },
      ...(state === "triggered" && page.reason !== ""
        ? [{ label: "Paged", value: line(page.reason) }]
        : []),
    ],
    list:
      named.length + more.length === 0
        ? null
        : { title: "For the same cause", lines: [...named, ...more] },
    button: canAcknowledge
      ? { label: "Acknowledge", url: acknowledgeUrl }
      : { label: "Open the alert", url },
    link: canAcknowledge ? { label: "Open the alert", url } : null,
    footer: canAcknowledge
      ? "The button opens a page that asks once more. It acknowledges as you: do not forward this mail."
      : "Sent because you were paged for this alert.",
  }
}

const line = inertLine
/** Inboxes cut subjects anyway, and a header must never hold a line break. */
const subjectPart = (text: string): string => cut(inertLine(text), 120)

const minutes = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
})
const minuteOf = (at: Date): string => `${minutes.format(at)} UTC`
