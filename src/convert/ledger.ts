import type { Converted, Entry, Note } from "./conversion.ts"
import type { Draft } from "./draft.ts"
import { makeEntry } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop, isDropped } from "./item.ts"
import { below } from "./source.ts"
import { clip, listed, oneLine, plural, withoutSecrets, wordOf } from "./words.ts"

type Facts = {
  /** As it stands in the export, whatever it is. */
  name: unknown
  type: unknown
  pointer?: string | undefined
}

const mostEntries = 1000

/** Takes every monitor of an export in, and accounts for each of them. */
export type Ledger = ReturnType<typeof openLedger>

export function openLedger(title: string) {
  const notes: Note[] = []
  const generals: Note[] = []
  const monitors: Entry[] = []
  const taken = new Set<string>()
  const counts = { source: 0, entries: 0, dropped: 0, extra: 0 }

  /** @param convert answers what the monitor becomes: one monitor, several, or none and why. */
  function take(facts: Facts, convert: (item: Item) => Draft | Draft[] | Dropped): void {
    counts.source++
    const told: Note[] = []
    const type = clip(oneLine(withoutSecrets(wordOf(facts.type))), 60)
    const shown = clip(oneLine(withoutSecrets(wordOf(facts.name))), 200)
    const tell = (kind: "lossy" | "dropped", detail: string, path: (string | number)[]): Note => ({
      kind,
      name: shown,
      source_type: type,
      detail: sentence(detail),
      ...(facts.pointer === undefined ? {} : { pointer: below(facts.pointer, ...path) }),
    })
    const item: Item = {
      name: wordOf(facts.name),
      lossy(detail, ...path) {
        const note = tell("lossy", detail, path)
        // What becomes several monitors says the same for each.
        if (!told.some((one) => one.detail === note.detail)) told.push(note)
      },
    }
    const fate = convert(item)
    const made = isDropped(fate) ? [fate] : [fate].flat().map((draft) => makeEntry(draft, item))
    const entries = made.filter(isEntry)
    const refusals = made.filter(isDropped)
    if (entries.length === 0) {
      counts.dropped++
      const { dropped, path } = refusals[0] ?? drop("it watches nothing")
      notes.push(tell("dropped", dropped, path))
      return
    }
    for (const { dropped, path } of refusals) item.lossy(`A part was left out: ${dropped}`, ...path)
    if (entries.length > 1) {
      item.lossy(`One monitor there, ${entries.length} here: ${listed(entries.map(nameOf))}`)
    }
    for (const entry of entries) {
      if (taken.has(keyOf(entry))) {
        item.lossy(
          `An earlier ${entry.monitor_type} monitor has the same name, so that an import skips this one; give it another name first`,
        )
      }
      taken.add(keyOf(entry))
    }
    monitors.push(...entries)
    counts.entries += entries.length
    counts.extra += entries.length - 1
    notes.push(...told)
  }

  function general(detail: string, pointer?: string): void {
    const note = { kind: "general", name: null, source_type: null } as const
    const place = pointer === undefined ? {} : { pointer }
    generals.push({ ...note, detail: sentence(detail), ...place })
  }

  function close(): Converted {
    if (monitors.length > mostEntries) {
      general(
        `The document holds ${plural(monitors.length, "monitor")}, and an import takes ${plural(mostEntries, "monitor")} at most: split it first.`,
      )
    }
    return {
      document: { version: 1, monitors },
      notes: [sum(title, counts), ...generals, ...notes],
      counts,
    }
  }

  return { take, general, close }
}

const isEntry = (made: Entry | Dropped): made is Entry => !isDropped(made)
const nameOf = ({ name }: Entry) => name
const keyOf = ({ name, monitor_type }: Entry) => JSON.stringify([name, monitor_type])

/** The whole account in one sentence, so that it can be checked against the export. */
function sum(title: string, { source, entries, dropped, extra }: Converted["counts"]): Note {
  const parts = [
    `${plural(source, "monitor")} in the export of ${title}`,
    `${entries.toLocaleString("en")} in the document`,
    ...(dropped > 0 ? [`${dropped.toLocaleString("en")} left out`] : []),
    ...(extra > 0 ? [`${extra.toLocaleString("en")} more because some became several`] : []),
  ]
  const [first, ...others] = parts
  const detail = `${first}: ${others.join(", ")}.`
  return { kind: "general", name: null, source_type: null, detail }
}

/** Whatever stood in an export passes here before it is told. */
function sentence(detail: string): string {
  const text = clip(oneLine(withoutSecrets(detail)), 600)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?…]$/.test(text) ? "" : "."}`
}
