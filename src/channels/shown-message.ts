import { inert, inertAround, inertLine, inertLineAround, isolated } from "../platform/shown-text.ts"
import { withTimesFor } from "./message-time.ts"
import type { Message, PageMessage } from "./message.ts"
import type { NoticeTable } from "./notice.ts"
import { messageWords } from "./words/message-language.ts"
import { endingOf } from "./words/outage-title.ts"

/** How a channel shows names within its own words. */
type Name = (text: string) => string

/**
 * The message with everything that people and targets wrote made safe to show, names isolated, and the times of
 * generated sentences in the reader's zone. Every channel formats this one.
 * @param nameOf for channels whose messages are not laid out by a browser, such as text messages.
 */
export function shownMessage<Any extends Message>(message: Any, nameOf?: Name): Any
export function shownMessage(message: Message, nameOf: Name = isolated): Message {
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

function shownPage(page: PageMessage, nameOf: Name): PageMessage {
  const { description, isTextGenerated = false, reason, by, projectName, others } = page
  const titled = <One extends { title: string; isTitleGenerated?: boolean }>(one: One): One => ({
    ...one,
    title: titleOf(one, page.language, nameOf),
  })
  return {
    ...titled(page),
    description: inert(isTextGenerated ? withTimesFor(page, description) : description),
    reason: inertLine(withTimesFor(page, reason)),
    by: by === null ? null : nameOf(by),
    projectName: nameOf(projectName),
    others: { ...others, listed: others.listed.map(titled) },
  }
}

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
