import { inert, inertAround, inertLine, inertLineAround, isolated } from "../platform/shown-text.ts"
import { asWritten, type Finding } from "../findings/finding.ts"
import { sayInParts, type Part } from "../findings/say.ts"
import { momentFor, type Reader } from "./message-time.ts"
import type { Message, PageMessage } from "./message.ts"
import type { NoticeTable } from "./notice.ts"
import { messageLanguage } from "./words/message-language.ts"

/** How a channel shows names within its own words. */
type Name = (text: string) => string

/** A page whose findings have words. */
export type ShownPage = Omit<PageMessage, "title" | "description" | "reason" | "others"> & {
  title: string
  description: string
  reason: string
  /** `name` is what the title is about, if it says nothing else than that this is down. */
  others: { listed: { number: number; title: string; name: string }[]; rest: number }
}
export type ShownMessage = ShownPage | Exclude<Message, PageMessage>

/**
 * The message in the reader's language and zone, with everything that people and targets wrote made safe to show and
 * names isolated. Every channel formats this one.
 * @param nameOf for channels whose messages are not laid out by a browser, such as text messages.
 */
export function shownMessage(message: PageMessage, nameOf?: Name): ShownPage
export function shownMessage(message: Message, nameOf?: Name): ShownMessage
export function shownMessage(message: Message, nameOf: Name = isolated): ShownMessage {
  switch (message.kind) {
    case "page":
      return shownPage(message, nameOf)
    case "code":
      return { ...message, owner: nameOf(message.owner) }
    case "test":
      return { ...message, owner: nameOf(message.owner), channel: nameOf(message.channel) }
    case "notice": {
      const { subject, paragraphs, table, link, wording } = message
      const isPlain = nameOf === inertLine
      const [line, text] = isPlain ? [inertLine, inert] : [inertLineAround, inertAround]
      return {
        ...message,
        subject: line(subject),
        paragraphs: paragraphs.map((one) => text(one)),
        ...(table === undefined ? {} : { table: shownTable(table, nameOf) }),
        link: link && { ...link, label: line(link.label) },
        ...(wording === undefined
          ? {}
          : {
              wording: {
                ...wording,
                standing: nameOf(wording.standing),
                footer: line(wording.footer),
              },
            }),
      }
    }
  }
}

function shownPage(page: PageMessage, nameOf: Name): ShownPage {
  const { by, projectName, others } = page
  const titleOf = (title: Finding) => inertLineAround(sayFor(page, [title], nameOf))
  return {
    ...page,
    title: titleOf(page.state === "resolved" ? subjectOf(page.title) : page.title),
    description: inertAround(sayFor(page, page.description, nameOf)),
    reason: inertLineAround(sayFor(page, page.reason, nameOf)),
    by: by === null ? null : nameOf(by),
    askedBy: page.askedBy ? nameOf(page.askedBy) : null,
    projectName: nameOf(projectName),
    others: {
      ...others,
      listed: others.listed.map(({ number, title }) => ({
        number,
        title: titleOf(title),
        name: isOutage(title) ? nameOf(title.parameters.monitor) : titleOf(title),
      })),
    },
  }
}

/** What a title is about: a message that it is over does not say that it is down. */
function subjectOf(title: Finding): Finding {
  if (isOutage(title)) return named(title.parameters.monitor)
  if (title.code === "slo_burns" || title.code === "slo_burns_too_fast") {
    return named(`SLO ${title.parameters.slo}`)
  }
  if (title.code !== "as_written") return title
  // A title of an older version.
  return asWritten(title.parameters.text.replace(/ is (?:down|degraded|offline)$/, ""))
}

const named = (name: string): Finding => ({ code: "own_label", parameters: { name } })

const isOutage = (
  title: Finding,
): title is Extract<Finding, { code: "monitor_offline" | "monitor_degraded" }> =>
  title.code === "monitor_offline" || title.code === "monitor_degraded"

export const partsFor = (reader: Reader, findings: readonly Finding[]): Part[] =>
  sayInParts(findings, messageLanguage(reader.language), (at) => momentFor(reader, at))

/** In the reader's language and zone; what people and targets wrote stays as it is. */
export const sayFor = (
  reader: Reader,
  findings: readonly Finding[],
  nameOf: Name = isolated,
): string =>
  partsFor(reader, findings)
    .map(({ text, isEvidence }) => (isEvidence && !text.includes("\n") ? nameOf : inert)(text))
    .join("")

const shownTable = ({ columns, rows, note }: NoticeTable, nameOf: Name): NoticeTable => ({
  columns: columns.map((one) => inertLine(one)),
  rows: rows.map((row) => row.map((cell) => nameOf(cell))),
  note: note === null ? null : inertLine(note),
})
