import type pg from "pg"
import type { Services } from "../../../platform/services.ts"
import { chainEnds, isSealed, type ChainEnds, type SealedEnds } from "./chain-ends.ts"
import { findFault, follows, type ChainedEntry, type ChainFault } from "./find-fault.ts"
import { noHash } from "./audit-line.ts"
import { storedEntry } from "./stored-entry.ts"

/** An entry's position and its hash in hexadecimal. */
export type Head = { seq: number; hash: string }

export type Verification = {
  /** Entries that were read. */
  entries: number
  /** The last entry that retention has deleted, with its time; null if none was. */
  pruned: { seq: number; at: string | null } | null
  head: Head
  /** Entries that are not in the chain yet. */
  waiting: number
  /** Null if the chain is intact. */
  fault: ChainFault | null
}

const entriesAtOnce = 2000
/** How far a moved entry is looked for. */
const mostAround = 200

/**
 * Reads a project's whole chain in one snapshot and compares it with its hashes, its end and `expected`, an earlier
 * head that was kept elsewhere.
 */
export async function verifyChain(
  { database: { pool }, vault }: Pick<Services, "database" | "vault">,
  projectId: string,
  expected: Head | null = null,
): Promise<Verification> {
  const client = await pool.connect()
  try {
    await client.query("begin isolation level repeatable read read only")
    const { rows } = await client.query<SealedEnds>(chainEnds, [projectId])
    const { rows: counted } = await client.query<{ waiting: number }>(
      "select count(*)::int as waiting from audit_entry where project_id = $1 and seq is null",
      [projectId],
    )
    const [ends] = rows
    const read = await readChain(client, projectId, ends ?? null, expected)
    return {
      entries: read.entries,
      pruned:
        ends === undefined || ends.prunedSeq === 0
          ? null
          : { seq: ends.prunedSeq, at: ends.prunedAt?.toISOString() ?? null },
      head: { seq: read.last.seq, hash: read.last.hash },
      waiting: counted[0]?.waiting ?? 0,
      fault:
        read.fault ??
        faultOfEnd(read.last, ends ?? null, (sealed) => isSealed(vault, sealed)) ??
        faultOfExpected(read, expected),
    }
  } finally {
    await client.query("rollback").finally(() => client.release())
  }
}

type Read = {
  entries: number
  last: Head
  fault: ChainFault | null
  /** The hash at the expected position; null if it is not in the chain any more or yet. */
  atExpected: string | null
  prunedSeq: number
}

async function readChain(
  client: pg.PoolClient,
  projectId: string,
  ends: ChainEnds | null,
  expected: Head | null,
): Promise<Read> {
  const prunedSeq = ends?.prunedSeq ?? 0
  let last: Head = { seq: prunedSeq, hash: ends?.prunedHash ?? noHash }
  const read = { entries: 0, prunedSeq, atExpected: hashAt(last, expected) }
  for (;;) {
    const rows = await entriesAfter(client, projectId, last.seq, entriesAtOnce)
    for (const entry of rows) {
      if (!follows(entry, last)) {
        const around = await entriesAfter(client, projectId, last.seq, mostAround)
        return { ...read, last, fault: findFault(around, last) }
      }
      last = { seq: entry.seq, hash: entry.hash }
      read.entries += 1
      read.atExpected ??= hashAt(last, expected)
    }
    if (rows.length < entriesAtOnce) return { ...read, last, fault: null }
  }
}

const hashAt = ({ seq, hash }: Head, expected: Head | null): string | null =>
  seq === expected?.seq ? hash : null

async function entriesAfter(
  client: pg.PoolClient,
  projectId: string,
  seq: number,
  limit: number,
): Promise<ChainedEntry[]> {
  const { rows } = await client.query<ChainedEntry>(
    `select ${storedEntry} from audit_entry e where e.project_id = $1 and e.seq > $2 order by e.seq limit $3`,
    [projectId, seq, limit],
  )
  return rows
}

/** Compares the last entry with the end that is kept beside the entries. */
function faultOfEnd(
  last: Head,
  ends: SealedEnds | null,
  isOurs: (ends: SealedEnds) => boolean,
): ChainFault | null {
  if (ends === null) {
    return last.seq === 0 ? null : endFault(last.seq, "The chain has entries but no end.")
  }
  if (last.seq < ends.seq) {
    const seq = last.seq + 1
    const gone =
      ends.seq === seq ? `Entry ${seq}, the last one, was` : `Entries ${seq} to ${ends.seq} were`
    return { kind: "deleted", seq, id: null, at: null, detail: `${gone} deleted.` }
  }
  if (last.seq > ends.seq || last.hash !== ends.hash) {
    return endFault(last.seq, `The chain ends with entry ${last.seq}, but should end elsewhere.`)
  }
  if (!isOurs(ends)) {
    return endFault(
      ends.seq,
      "The end of the chain was changed in the database, or the installation has another secret key.",
    )
  }
  return ends.mismatchAt === null
    ? null
    : endFault(
        ends.seq,
        `The end of the chain had been changed in the database when an entry was added at ${ends.mismatchAt.toISOString()}.`,
      )
}

const endFault = (seq: number, detail: string): ChainFault => ({
  kind: "head_changed",
  seq,
  id: null,
  at: null,
  detail,
})

function faultOfExpected(
  { atExpected, prunedSeq, last }: Read,
  expected: Head | null,
): ChainFault | null {
  if (expected === null || atExpected === expected.hash) return null
  const { seq } = expected
  if (seq < prunedSeq) {
    return endFault(seq, `Entry ${seq} is past its retention, so the given head proves nothing.`)
  }
  return seq > last.seq
    ? endFault(seq, `The given head is entry ${seq}, but the chain ends with entry ${last.seq}.`)
    : endFault(seq, `Entry ${seq} has the hash ${atExpected}, not the given one.`)
}
