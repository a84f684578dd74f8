import { cut, inert, inertLine } from "../../platform/xml.ts"
import type { Message, PageMessage } from "../message.ts"
import type { NoticeTable } from "../notice.ts"
import { openingOf, outlookOf } from "../alert-standing.ts"
import type { MessageWords } from "../words/english.ts"
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

export function letterOf(message: Message): Letter {
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
        paragraphs: [
          (message.verifyUrl === null ? code.byCode : code.byButton)(line(message.owner)),
        ],
        code: message.code,
        button: message.verifyUrl === null ? null : { label: code.confirm, url: message.verifyUrl },
        facts: [{ label: code.expires, value: minuteOf(message.expiresAt, words) }],
        footer: code.footer,
      }
    case "test":
      return {
        ...nothing,
        language,
        subject: test.subject(subjectPart(message.channel)),
        preview: test.preview,
        headline: test.headline,
        paragraphs: [test.text(line(message.owner), line(message.channel))],
        footer: test.footer,
      }
    case "notice": {
      const { wording } = message
      return {
        ...nothing,
        language: wording?.language ?? language,
        direction: wording?.direction ?? nothing.direction,
        unsubscribe: wording?.unsubscribe ?? words.unsubscribe,
        standing: line(wording?.standing ?? nothing.standing),
        subject: subjectPart(message.subject),
        preview: cut(line(message.paragraphs[0] ?? ""), 120),
        headline: line(message.subject),
        paragraphs: message.paragraphs.map((one) => inert(one)),
        table: message.table === undefined ? null : inertTable(message.table),
        button: message.link,
        footer: line(wording?.footer ?? words.sentBy),
        unsubscribeUrl: message.unsubscribeUrl,
      }
    }
  }
}

function pageLetter(page: PageMessage): Letter {
  const { number, state, by, url, acknowledgeUrl, others } = page
  const words = messageWords(page.language)
  const { mail } = words
  const opening = openingOf(page)
  const outlook = outlookOf(page)
  const title = line(page.title)
  const project = line(page.projectName)
  const standing =
    state === "triggered"
      ? `${opening === "" ? mail.alert : opening} · ${words.urgency[page.severity]}`
      : by === null
        ? opening
        : words.by(opening, line(by))
  const more = others.rest > 0 ? [words.andMore(others.rest)] : []
  const named = others.listed.map((one) => `#${one.number} ${line(one.title)}`)
  const canAcknowledge = acknowledgeUrl !== null && state === "triggered"
  return {
    ...nothing,
    language: page.language ?? nothing.language,
    subject: `${opening === "" ? "" : `${opening}: `}#${number} ${subjectPart(page.title)} · ${subjectPart(page.projectName)}`,
    preview: cut(line(page.description), 120),
    mood: state,
    standing,
    headline: `#${number} ${title}`,
    paragraphs: [inert(page.description), outlook ?? ""].filter((one) => one !== ""),
    facts: [
      { label: mail.project, value: project },
      { label: mail.since, value: minuteOf(page.startedAt, words) },
      ...(state === "triggered" && page.reason !== ""
        ? [{ label: mail.paged, value: line(page.reason) }]
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

const inertTable = ({ columns, rows, note }: NoticeTable): NoticeTable => ({
  columns: columns.map((one) => line(one)),
  rows: rows.map((row) => row.map((one) => line(one))),
  note: note === null ? null : line(note),
})

const line = inertLine
/** Headers must not contain line breaks. */
const subjectPart = (text: string): string => cut(inertLine(text), 120)

const minuteOf = (at: Date, { locale }: MessageWords): string => {
  const minutes = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const
  return `${new Intl.DateTimeFormat(locale, minutes).format(at)} UTC`
}
