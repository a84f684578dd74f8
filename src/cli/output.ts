import { styleText } from "node:util"
import { storable } from "../convert/words.ts"
import type { Fault } from "./fault.ts"
import { layTable } from "./table.ts"

/** One value for a script, or words for a person. */
export function print(isJson: boolean, value: unknown, words: () => string): void {
  write(process.stdout, isJson ? JSON.stringify(value) : words())
}

export function printFault(isJson: boolean, { code, message, errors }: Fault): void {
  // It may quote what a stranger wrote, which must not steer this terminal.
  const words = storable(message)
  write(process.stderr, isJson ? JSON.stringify({ error: { code, message, errors } }) : words)
}

export function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(text.endsWith("\n") ? text : `${text}\n`)
}

type Style = Parameters<typeof styleText>[0]

/** Colour only where a person looks: on a terminal, and without NO_COLOR. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout })

/** A table as wide as the terminal at most; whole where a file or another program reads it. */
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
