import { styleText } from "node:util"
import { inert, printableJson } from "../platform/shown-text.ts"
import type { Fault } from "./command-error.ts"
import { layTable } from "./print-table.ts"

/** Prints JSON for scripts, or text for people. */
export function print(isJson: boolean, value: unknown, words: () => string): void {
  write(process.stdout, isJson ? printableJson(JSON.stringify(value)) : printable(words()))
}

/** Names, and what targets showed, must not send control sequences to the terminal; colors are ours. */
const printable = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- colors begin with this character
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, at) => (at % 2 === 0 ? inert(part) : part))
    .join("")

export function printFault(isJson: boolean, { code, message, errors }: Fault): void {
  const words = inert(message)
  write(
    process.stderr,
    isJson ? printableJson(JSON.stringify({ error: { code, message, errors } })) : words,
  )
}

export function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(text.endsWith("\n") ? text : `${text}\n`)
}

type Style = Parameters<typeof styleText>[0]

/** Colors only on a terminal and without NO_COLOR. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout })

/** A table no wider than the terminal; unlimited if the output is not a terminal. */
export function table(head: string[], rows: string[][]): string {
  const { isTTY, columns } = process.stdout
  const titles = head.map((text) => paint("dim", text))
  return layTable(titles, rows, isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY).join(
    "\n",
  )
}

const statusStyles = new Map<string, Style>([
  ["operational", "green"],
  ["degraded", "yellow"],
  ["offline", "red"],
])

export const paintStatus = (status: string): string =>
  paint(statusStyles.get(status) ?? "gray", status)
