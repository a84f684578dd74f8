import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Site } from "./find-texts.ts"

/**
 * A program that evaluates texts: it reads places of `src` from its input, loads their modules with each expression
 * recorded, and prints the texts of each place.
 */

type Place = Pick<Site, "at" | "file" | "range" | "thunk">

const root = join(import.meta.dirname, "../../..")
const places = JSON.parse(readFileSync(0, "utf8")) as Place[]
const texts: Record<string, string[]> = {}
const pending: { at: string; values: () => Iterable<unknown> }[] = []

const isText = (value: unknown): value is string => typeof value === "string"
const record = (at: string, value: unknown) => {
  const known = (texts[at] ??= [])
  if (isText(value) && !known.includes(value)) known.push(value)
  return value
}
Object.assign(globalThis, {
  recordSql: record,
  evaluateSql: (at: string, values: () => Iterable<unknown>) => pending.push({ at, values }),
})

const byUrl = Map.groupBy(places, ({ file }) => pathToFileURL(join(root, file)).href)

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const found = byUrl.get(url)
    if (found === undefined) return loaded
    return { ...loaded, source: instrument(readFileSync(new URL(url), "utf8"), found) }
  },
})

function instrument(source: string, found: Place[]): string {
  const thunks = found.flatMap(({ at, thunk }) =>
    thunk === null ? [] : [`evaluateSql(${JSON.stringify(at)}, ${thunk});`],
  )
  const ranges = found.flatMap(({ at, range }) => (range === null ? [] : [{ at, ...range }]))
  const wrapped = ranges
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { at, from, to, isShorthand }) => {
      const recorded = `recordSql(${JSON.stringify(at)}, ${text.slice(from, to)})`
      return `${text.slice(0, from)}${isShorthand ? "text: " : ""}${recorded}${text.slice(to)}`
    }, source)
  return `${wrapped}\n${thunks.join("\n")}`
}

const failures: Record<string, string> = {}
for (const [url, [first]] of byUrl) {
  try {
    await import(url)
  } catch (error) {
    if (first !== undefined) failures[first.file] = String(error)
  }
}
for (const { at, values } of pending) {
  try {
    for (const value of values()) record(at, value)
  } catch (error) {
    failures[at] = String(error)
  }
}
process.stdout.write(JSON.stringify({ texts, failures }), () => process.exit())
