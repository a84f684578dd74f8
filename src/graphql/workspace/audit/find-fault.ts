import { lineAt, type StoredEntry } from "./audit-line.ts"

export type FaultKind = "changed" | "deleted" | "inserted" | "reordered" | "head_changed"

/** The first entry at which a chain is broken; `id` and `at` are of the entry that is there instead. */
export type ChainFault = {
  kind: FaultKind
  seq: number
  id: string | null
  at: string | null
  detail: string
}

/** An entry that is in the chain. */
export type ChainedEntry = StoredEntry & { seq: number; hash: string }

type Place = { seq: number; hash: string }

/** Whether the entry is what was chained after `before`. */
const fits = (entry: ChainedEntry, before: Place): boolean =>
  lineAt(entry, before.seq + 1, before.hash).hash === entry.hash

/** Whether the first entry is the next one after `before`. */
export const follows = (entry: ChainedEntry, before: Place): boolean =>
  entry.seq === before.seq + 1 && fits(entry, before)

/**
 * What is wrong with the first of these entries, which does not follow `before`. The others are those after it, among
 * which the right one may be.
 */
export function findFault([first, ...others]: ChainedEntry[], before: Place): ChainFault | null {
  if (first === undefined) return null
  const { id } = first
  const at = first.at.toISOString()
  const seq = before.seq + 1
  if (first.seq > seq) {
    const last = first.seq - 1
    const gone =
      last === seq ? `Entry ${seq} was deleted` : `Entries ${seq} to ${last} were deleted`
    return { kind: "deleted", seq, id, at, detail: `${gone}, before entry ${first.seq}.` }
  }
  const right = others.find((other) => fits(other, before))
  if (right === undefined) {
    const detail = `Entry ${seq} was changed: its content does not match its hash.`
    return { kind: "changed", seq, id, at, detail }
  }
  const isMoved = [{ seq, hash: right.hash }, ...others].some((other) => fits(first, other))
  const detail = isMoved
    ? `Entry ${seq} was moved here from a later position.`
    : `Entry ${seq} was inserted: the one after it belongs here.`
  return { kind: isMoved ? "reordered" : "inserted", seq, id, at, detail }
}
