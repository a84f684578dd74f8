import { z } from "zod"
import { hashOf, noHash } from "./audit-line.ts"
import type { ChainFault } from "./find-fault.ts"
import type { Head } from "./verify-chain.ts"

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const line = z.looseObject({
  seq: z.int().min(1),
  id: z.string(),
  at: z.string(),
  previous_hash: sha256,
  hash: sha256,
})

type LinesVerification = {
  entries: number
  head: Head
  /** Places where entries are missing between two lines, as after an export of a range. */
  gaps: number
  fault: (ChainFault & { line: number }) | null
}

/** Verifies exported lines without a database: each line's hash, and that each names the hash of the one before. */
export async function verifyLines(lines: AsyncIterable<string>): Promise<LinesVerification> {
  let head: Head = { seq: 0, hash: noHash }
  const found = { entries: 0, gaps: 0 }
  let number = 0
  for await (const text of lines) {
    number += 1
    if (text.trim() === "") continue
    const fault = faultOf(text, head)
    if (fault !== null) return { ...found, head, fault: { ...fault, line: number } }
    const { seq, hash } = line.parse(JSON.parse(text))
    if (found.entries > 0 && seq > head.seq + 1) found.gaps += 1
    found.entries += 1
    head = { seq, hash }
  }
  return { ...found, head, fault: null }
}

function faultOf(text: string, before: Head): ChainFault | null {
  const read = line.safeParse(parsed(text))
  if (!read.success) {
    const detail = "The line is not an exported entry."
    return { kind: "changed", seq: before.seq + 1, id: null, at: null, detail }
  }
  const { hash, ...content } = read.data
  const { seq, id, at, previous_hash } = content
  const where = { seq, id, at }
  if (hashOf(content as never) !== hash) {
    const detail = `Entry ${seq} was changed: its content does not match its hash.`
    return { kind: "changed", ...where, detail }
  }
  if (seq <= before.seq) {
    const detail = `Entry ${seq} is after entry ${before.seq}.`
    return { kind: "reordered", ...where, detail }
  }
  if (seq > before.seq + 1 || previous_hash === before.hash) return null
  const detail = `Entry ${seq} does not follow the entry ${before.seq} that is before it.`
  return { kind: "inserted", ...where, detail }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
