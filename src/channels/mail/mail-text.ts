import type { Letter } from "./mail-layout.ts"

/** The plain text version. */
export function textOf(letter: Letter): string {
  const { standing, headline, paragraphs, code, facts, list, button, link } = letter
  const width = Math.max(0, ...facts.map(({ label }) => label.length)) + 1
  const blocks = [
    `${standing}\n${headline}`,
    ...paragraphs,
    ...(code === null ? [] : [`    ${code}`]),
    facts.map(({ label, value }) => `${`${label}:`.padEnd(width)} ${value}`).join("\n"),
    ...(list === null
      ? []
      : [[`${list.title}:`, ...list.lines.map((one) => `- ${one}`)].join("\n")]),
    ...[button, link].flatMap((one) => (one === null ? [] : [`${one.label}:\n${one.url}`])),
    `-- \n${letter.footer}`,
    ...(letter.unsubscribeUrl === null ? [] : [`${letter.unsubscribe}: ${letter.unsubscribeUrl}`]),
  ]
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`
}
