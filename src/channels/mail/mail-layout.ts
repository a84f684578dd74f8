import { cut, inert, inertLine } from "../../platform/xml.ts"
import type { Message, PageMessage } from "../message.ts"
import { openingOf, outlookOf } from "../alert-standing.ts"

/** Color scheme of a mail. */
export type Mood = "triggered" | "acknowledged" | "resolved" | "plain"

/** A mail before rendering to text and HTML; user text is already inert. */
export type Letter = {
  subject: string
  /** Preview text in the inbox. */
  preview: string
  mood: Mood
  /** The small line over the headline. */
  standing: string
  headline: string
  paragraphs: string[]
  /** Code to type, in large digits. */
  code: string | null
  facts: { label: string; value: string }[]
  list: { title: string; lines: string[] } | null
  button: { label: string; url: string } | null
  link: { label: string; url: string } | null
  /** Footer: why this was sent. */
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
        preview: "Use it to confirm this address.",
        headline: "Confirm this address",
        paragraphs: [
          `${message.verifyUrl === null ? "Enter this code in Watchkeeper" : "Press the button or enter this code in Watchkeeper"} to receive alerts for ${line(message.owner)} at this address.`,
        ],
        code: message.code,
        button:
          message.verifyUrl === null
            ? null
            : { label: "Confirm this address", url: message.verifyUrl },
        facts: [{ label: "Expires", value: minuteOf(message.expiresAt) }],
        footer:
          "The button opens a confirmation page. If you did not request this, ignore this email; nothing more is sent.",
      }
    case "test":
      return {
        ...nothing,
        subject: `Test of ${subjectPart(message.channel)}`,
        preview: "Alerts will arrive here.",
        headline: "Test message",
        paragraphs: [
          `Alerts for ${line(message.owner)} will arrive here through ${line(message.channel)}. No action needed.`,
        ],
        footer: "Sent because someone pressed Test in Watchkeeper.",
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

function pageLetter(page: PageMessage): Letter {
  const { number, state, by, url, acknowledgeUrl, others } = page
  const opening = openingOf(page)
  const outlook = outlookOf(page)
  const title = line(page.title)
  const project = line(page.projectName)
  const who = by === null ? "" : ` by ${line(by)}`
  const urgency = page.severity === "high" ? "high urgency" : "low urgency"
  const standing =
    state === "triggered"
      ? `${opening === "" ? "Alert" : opening} · ${urgency}`
      : `${opening}${who}`
  const more = others.rest > 0 ? [`and ${others.rest} more`] : []
  const named = others.listed.map((one) => `#${one.number} ${line(one.title)}`)
  const canAcknowledge = acknowledgeUrl !== null && state === "triggered"
  return {
    ...nothing,
    subject: `${opening === "" ? "" : `${opening}: `}#${number} ${subjectPart(page.title)} · ${subjectPart(page.projectName)}`,
    preview: cut(line(page.description), 120),
    mood: state,
    standing,
    headline: `#${number} ${title}`,
    paragraphs: [inert(page.description), outlook ?? ""].filter((one) => one !== ""),
    facts: [
      { label: "Project", value: project },
      { label: "Since", value: minuteOf(page.startedAt) },
      ...(state === "triggered" && page.reason !== ""
        ? [{ label: "Paged", value: line(page.reason) }]
        : []),
    ],
    list:
      named.length + more.length === 0 ? null : { title: "Same cause", lines: [...named, ...more] },
    button: canAcknowledge
      ? { label: "Acknowledge", url: acknowledgeUrl }
      : { label: "View alert", url },
    link: canAcknowledge ? { label: "View alert", url } : null,
    footer: canAcknowledge
      ? "The button opens a confirmation page and acknowledges in your name. Do not forward this email."
      : "Sent because you were paged for this alert.",
  }
}

const line = inertLine
/** Headers must not contain line breaks. */
const subjectPart = (text: string): string => cut(inertLine(text), 120)

const minutes = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
})
const minuteOf = (at: Date): string => `${minutes.format(at)} UTC`
