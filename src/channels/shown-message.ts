import { inert, inertAround, inertLine, inertLineAround, isolated } from "../platform/shown-text.ts"
import type { Finding } from "../findings/finding.ts"
import { sayInParts, type Part } from "../findings/say.ts"
import { momentFor, withTimesFor, type Reader } from "./message-time.ts"
import type { Message, PageMessage } from "./message.ts"
import type { NoticeTable } from "./notice.ts"
import { messageLanguage, messageWords } from "./words/message-language.ts"
import { endingOf } from "./words/outage-title.ts"

/** How a channel shows names within its own words. */
type Name = (text: string) => string

/** A page whose findings have words. */
export type ShownPage = Omit<PageMessage, "findings"> & { reason: string }
export type ShownMessage = ShownPage | Exclude<Message, PageMessage>

/**
 * The message with everything that people and targets wrote made safe to show, names isolated, and the times of
 * generated sentences in the reader's zone. Every channel formats this one.
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
        paragraphs: paragraphs.map((one) => text(withTimesFor(message, one))),
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

function shownPage({ findings, ...page }: PageMessage, nameOf: Name): ShownPage {
  const { description, isTextGenerated = false, by, projectName, others } = page
  const titled = <One extends { title: string; isTitleGenerated?: boolean }>(one: One): One => ({
    ...one,
    title: titleOf(one, page.language, nameOf),
  })
  return {
    ...titled(page),
    description: inert(isTextGenerated ? withTimesFor(page, description) : description),
    reason: inertLineAround(sayFor(page, findings, nameOf)),
    by: by === null ? null : nameOf(by),
    projectName: nameOf(projectName),
    others: { ...others, listed: others.listed.map(titled) },
  }
}

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

/** In a generated title only the name is isolated, so that the words after it stay after it. */
function titleOf(
  { title, isTitleGenerated = false }: { title: string; isTitleGenerated?: boolean },
  language: string | undefined,
  nameOf: Name,
): string {
  const ending = endingOf(messageWords(language), title)
  return isTitleGenerated && ending !== undefined
    ? nameOf(title.slice(0, -ending.length)) + ending
    : nameOf(title)
}

const shownTable = ({ columns, rows, note }: NoticeTable, nameOf: Name): NoticeTable => ({
  columns: columns.map((one) => inertLine(one)),
  rows: rows.map((row) => row.map((cell) => nameOf(cell))),
  note: note === null ? null : inertLine(note),
})
