import { cut } from "../../platform/shown-text.ts"
import type { Message } from "../message.ts"
import type { NoticeTable } from "../notice.ts"
import { headlineOf, openingOf, outlookOf, reasonOf } from "../alert-standing.ts"
import { timeFor } from "../message-time.ts"
import { shownMessage, type ShownPage } from "../shown-message.ts"
import { messageWords } from "../words/message-language.ts"

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
  table: NoticeTable | null
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
  table: null,
  button: null,
  link: null,
  unsubscribeUrl: null,
  unsubscribe: "Unsubscribe",
  language: "en",
  direction: "ltr",
}

export function letterOf(given: Message): Letter {
  const message = shownMessage(given)
  const words = messageWords(message.language)
  const { code, test } = words
  const language = message.language ?? nothing.language
  switch (message.kind) {
    case "page":
      return pageLetter(message)
    case "code":
      return {
        ...nothing,
        language,
        subject: code.subject(message.code),
        preview: code.preview,
        headline: code.confirm,
        paragraphs: [(message.verifyUrl === null ? code.byCode : code.byButton)(message.owner)],
        code: message.code,
        button: message.verifyUrl === null ? null : { label: code.confirm, url: message.verifyUrl },
        facts: [{ label: code.expires, value: timeFor(message, message.expiresAt) }],
        footer: code.footer,
      }
    case "test":
      return {
        ...nothing,
        language,
        subject: test.subject(subjectPart(message.channel)),
        preview: test.preview,
        headline: test.headline,
        paragraphs: [test.text(message.owner, message.channel)],
        footer: test.footer,
      }
    case "notice": {
      const { wording } = message
      return {
        ...nothing,
        language: wording?.language ?? language,
        direction: wording?.direction ?? nothing.direction,
        unsubscribe: wording?.unsubscribe ?? words.unsubscribe,
        standing: wording?.standing ?? nothing.standing,
        subject: subjectPart(message.subject),
        preview: cut(message.paragraphs[0] ?? "", 120),
        headline: message.subject,
        paragraphs: message.paragraphs,
        table: message.table ?? null,
        button: message.link,
        footer: wording?.footer ?? words.sentBy,
        unsubscribeUrl: message.unsubscribeUrl,
      }
    }
  }
}

function pageLetter(page: ShownPage): Letter {
  const { number, state, by, url, acknowledgeUrl, others } = page
  const words = messageWords(page.language)
  const { mail } = words
  const opening = openingOf(page)
  const outlook = outlookOf(page)
  const standing =
    state === "triggered"
      ? `${opening === "" ? mail.alert : opening} · ${words.urgency[page.severity]}`
      : by === null
        ? opening
        : words.by(opening, by)
  const more = others.rest > 0 ? [words.andMore(others.rest)] : []
  const named = others.listed.map((one) => `#${one.number} ${one.title}`)
  const canAcknowledge = acknowledgeUrl !== null && state === "triggered"
  return {
    ...nothing,
    language: page.language ?? nothing.language,
    subject: `${opening === "" ? "" : `${opening}: `}#${number} ${subjectPart(headlineOf(page) + reasonOf(page))} · ${subjectPart(page.projectName)}`,
    preview: cut(page.description, 120),
    mood: state,
    standing,
    headline: `#${number} ${headlineOf(page)}`,
    paragraphs: [page.description, outlook ?? ""].filter((one) => one !== ""),
    facts: [
      { label: mail.project, value: page.projectName },
      { label: mail.since, value: timeFor(page, page.startedAt) },
      ...(state === "triggered" && page.reason !== ""
        ? [{ label: mail.paged, value: page.reason }]
        : []),
    ],
    list:
      named.length + more.length === 0
        ? null
        : { title: words.sameCause, lines: [...named, ...more] },
    button: canAcknowledge
      ? { label: mail.acknowledge, url: acknowledgeUrl }
      : { label: mail.viewAlert, url },
    link: canAcknowledge ? { label: mail.viewAlert, url } : null,
    footer: canAcknowledge ? mail.buttonFooter : mail.footer,
  }
}

/** Mail programs show no more of a subject, and headers must not contain line breaks. */
const subjectPart = (text: string): string => cut(text, 120)
