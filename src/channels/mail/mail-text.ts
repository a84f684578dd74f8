import type { NoticeTable } from "../notice.ts"
import type { Letter } from "./mail-layout.ts"

/** The plain text version. */
export function textOf(letter: Letter): string {
  const { standing, headline, paragraphs, code, facts, list, table, button, link } = letter
  const width = Math.max(0, ...facts.map(({ label }) => label.length)) + 1
  const blocks = [
    `${standing}\n${headline}`,
    ...paragraphs,
    ...(code === null ? [] : [`    ${code}`]),
    facts.map(({ label, value }) => `${`${label}:`.padEnd(width)} ${value}`).join("\n"),
    ...(list === null
      ? []
      : [[`${list.title}:`, ...list.lines.map((one) => `- ${one}`)].join("\n")]),
    ...(table === null ? [] : [tableOf(table)]),
    ...[button, link].flatMap((one) => (one === null ? [] : [`${one.label}:\n${one.url}`])),
    `-- \n${letter.footer}`,
    ...(letter.unsubscribeUrl === null ? [] : [`${letter.unsubscribe}: ${letter.unsubscribeUrl}`]),
  ]
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`
}

/** Columns under each other, as wide as their longest cell. */
function tableOf({ columns, rows, note }: NoticeTable): string {
  const all = [columns, ...rows]
  const widths = columns.map((_column, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const lines = all.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  )
  return [...lines, ...(note === null ? [] : [note])].join("\n")
}
