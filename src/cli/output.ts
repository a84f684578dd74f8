import { styleText } from "node:util"
import Table from "cli-table3"
import type { Fault } from "./fault.ts"

/** One value for a script, or words for a person. */
export function print(isJson: boolean, value: unknown, words: () => string): void {
  write(process.stdout, isJson ? JSON.stringify(value) : words())
}

export function printFault(isJson: boolean, { code, message, errors }: Fault): void {
  write(process.stderr, isJson ? JSON.stringify({ error: { code, message, errors } }) : message)
}

export function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(text.endsWith("\n") ? text : `${text}\n`)
}

type Style = Parameters<typeof styleText>[0]

/** Colour only where a person looks: on a terminal, and without NO_COLOR. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout })

/** Columns without lines; the last one is as long as it likes. */
export function table(head: string[], rows: string[][]): string {
  const none = ["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left"]
  const others = ["bottom-right", "left", "left-mid", "mid", "mid-mid", "right", "right-mid"]
  const drawn = new Table({
    head: head.map((text) => paint("dim", text)),
    chars: { ...Object.fromEntries([...none, ...others].map((at) => [at, ""])), middle: "  " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  })
  drawn.push(...rows)
  return drawn
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
}

const statusStyles = new Map<string, Style>([
  ["operational", "green"],
  ["degraded", "yellow"],
  ["offline", "red"],
])

export const paintStatus = (status: string): string =>
  paint(statusStyles.get(status) ?? "gray", status)
