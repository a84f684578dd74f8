import { account, isPrivate, type Table } from "./account.ts"
import { makeEntry, type Draft } from "./draft.ts"
import { mostMonitors, tooMany, type Converted, type Entry, type Note } from "./conversion.ts"
import { drop, isDropped, type Dropped, type Item } from "./item.ts"
import { missingIn, type BareVariables } from "./placeholders.ts"
import { below, isMembers, type Found, type Members } from "./source.ts"
import {
  clip,
  listed,
  oneLine,
  plural,
  quoted,
  withoutSecrets,
  wordOf,
} from "./convert-messages.ts"

type Facts = {
  /** The name in the export, of any type. */
  name: unknown
  type: unknown
  pointer?: string | undefined
  /** Members to check once the monitor is converted. */
  members?: { value: unknown; table: Table }
}

const mostEntries = 1000

/** Converts all monitors of an export and collects the notes. */
export type Ledger = ReturnType<typeof openLedger>

/** @param bare which variables without braces the product fills in. */
export function openLedger(title: string, bare: BareVariables = "none") {
  const notes: Note[] = []
  const generals: Note[] = []
  const monitors: Entry[] = []
  const taken = new Set<string>()
  const beside = new Map<string, number>()
  const missing = new Map<string, number>()
  const unknown = new Map<string, { pointer: string; count: number }>()
  const counts = { source: 0, entries: 0, dropped: 0, extra: 0 }

  /** @param convert converts one monitor to one or more, or returns why it cannot. */
  function take(facts: Facts, convert: (item: Item) => Draft | Draft[] | Dropped): void {
    if (++counts.source > mostMonitors) throw tooMany()
    const noted: Note[] = []
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
        // A monitor that becomes several would repeat its notes.
        if (!noted.some((one) => one.detail === note.detail)) noted.push(note)
      },
      unfilled(...texts) {
        const names = [...new Set(texts.flatMap((text = "") => missingIn(text, bare)))]
        for (const name of names) needed.add(name)
        return names
      },
    }
    const needed = new Set<string>()
    item.unfilled(item.name)
    const fate = convert(item)
    if (facts.members !== undefined && !isDropped(fate)) tellMembers(facts, item)
    const made = isDropped(fate) ? [fate] : [fate].flat().map((draft) => makeEntry(draft, item))
    for (const name of needed) missing.set(name, (missing.get(name) ?? 0) + 1)
    const entries = made.filter(isEntry)
    const refusals = made.filter(isDropped)
    if (entries.length === 0) {
      counts.dropped++
      const { dropped, path } = refusals[0] ?? drop("it checks nothing")
      notes.push(tell("dropped", dropped, path))
      return
    }
    for (const { dropped, path } of refusals)
      item.lossy(`A part was not imported: ${dropped}`, ...path)
    if (entries.length > 1) {
      item.lossy(`It was split into ${entries.length} monitors: ${listed(entries.map(nameOf))}`)
    }
    for (const entry of entries) {
      if (taken.has(keyOf(entry))) {
        item.lossy(
          `An earlier ${entry.monitor_type} monitor has the same name, so an import would skip this one: rename it first`,
        )
      }
      taken.add(keyOf(entry))
    }
    for (const entry of entries) monitors.push(entry)
    counts.entries += entries.length
    counts.extra += entries.length - 1
    for (const note of noted) notes.push(note)
  }

  /** Converts a monitor that must be an object; `table` says what becomes of its members. */
  function takeObject(
    { value, pointer }: Found,
    { table, ...facts }: Pick<Facts, "name" | "type"> & { table: Table },
    convert: (raw: Members, item: Item) => Draft | Draft[] | Dropped,
  ): void {
    take({ ...facts, pointer, members: { value, table } }, (item) =>
      isMembers(value) ? convert(value, item) : drop("it is not an object"),
    )
  }

  function tellMembers({ members, pointer = "" }: Facts, item: Item): void {
    if (members === undefined) return
    const hangs = new Set<string>()
    const strange = new Map<string, string>()
    account(members.value, members.table, pointer, {
      item,
      beside: (what) => hangs.add(what),
      unknown: (path, place) => strange.set(path, place),
    })
    for (const what of hangs) beside.set(what, (beside.get(what) ?? 0) + 1)
    for (const [path, place] of strange) {
      const { pointer: first = place, count = 0 } = unknown.get(path) ?? {}
      unknown.set(path, { pointer: first, count: count + 1 })
    }
  }

  /** Checks the members around the monitors. */
  function envelope(value: unknown, table: Table, pointer: string): void {
    account(value, table, pointer, {
      item: { lossy: (detail) => general(detail, pointer) },
      beside: (what) => general(`Not part of config documents, set up by hand: ${what}`),
      unknown(path, place) {
        if (!isPrivate(path)) general(unknownWords(path), place)
      },
    })
  }

  function general(detail: string, pointer?: string): void {
    const note = { kind: "general", name: null, source_type: null } as const
    const place = pointer === undefined ? {} : { pointer }
    const text = sentence(detail)
    if (!generals.some((one) => one.detail === text)) {
      generals.push({ ...note, detail: text, ...place })
    }
  }

  function close(): Converted {
    if (missing.size > 0) {
      const all = [...missing].map(
        ([name, count]) => `${quoted(name)} (${plural(count, "monitor")})`,
      )
      const more = all.length > mostMissing ? ` and ${all.length - mostMissing} more` : ""
      general(
        `Variables without a value: ${listed(all.slice(0, mostMissing))}${more}. Convert again with a file of lines NAME=value (--env)`,
      )
    }
    if (beside.size > 0) {
      const held = [...beside].map(([what, count]) => `${what} (of ${plural(count, "monitor")})`)
      general(`Not part of config documents, set up by hand: ${listed(held)}`)
    }
    for (const [path, { pointer, count }] of [...unknown].slice(0, mostUnknown)) {
      general(unknownWords(path, count), pointer)
    }
    if (unknown.size > mostUnknown) {
      general(`${unknown.size - mostUnknown} more unknown members were not imported`)
    }
    if (monitors.length > mostEntries) {
      general(
        `The document has ${plural(monitors.length, "monitor")}, but an import accepts at most ${plural(mostEntries, "monitor")}: split the export or the document and import the parts one after another. An import does not change existing monitors.`,
      )
    }
    return {
      document: { version: 1, monitors },
      notes: [sum(title, counts), ...generals, ...notes],
      counts,
    }
  }

  return { take, takeObject, envelope, general, close }
}

const mostUnknown = 50
const mostMissing = 20

/** A member that newer versions of the product may have added. */
function unknownWords(path: string, count?: number): string {
  const whose = count === undefined ? "" : ` (of ${plural(count, "monitor")})`
  return `The member ${quoted(path)}${whose} is unknown and was not imported: check what it does in the product`
}

const isEntry = (made: Entry | Dropped): made is Entry => !isDropped(made)
const nameOf = ({ name }: Entry) => name
const keyOf = ({ name, monitor_type }: Entry) => JSON.stringify([name, monitor_type])

/** A summary of the counts, so that users can check them against the export. */
function sum(title: string, { source, entries, dropped, extra }: Converted["counts"]): Note {
  const parts = [
    `${plural(source, "monitor")} in the export of ${title}`,
    `${entries.toLocaleString("en")} in the document`,
    ...(dropped > 0 ? [`${dropped.toLocaleString("en")} dropped`] : []),
    ...(extra > 0 ? [`${extra.toLocaleString("en")} added because some monitors were split`] : []),
  ]
  const [first, ...others] = parts
  const detail = `${first}: ${others.join(", ")}.`
  return { kind: "general", name: null, source_type: null, detail }
}

/** Cleans every note: removes secrets and control characters, limits the length. */
function sentence(detail: string): string {
  const text = clip(oneLine(withoutSecrets(detail)), 600)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?…]$/.test(text) ? "" : "."}`
}
