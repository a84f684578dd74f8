import { newId } from "../../platform/id.ts"
import type { Services } from "../../platform/services.ts"
import type { Signal } from "../otlp/otlp-error.ts"
import type { Counts } from "./job.ts"

/** One answered request of a key. */
export type Attempt = {
  projectId: string
  keyId: string
  signal: Signal
  encoding: string
  status: number
  message: string | null
  agent: string | null
  counts: Counts | null
}

type Entry = Attempt & { id: string; requests: number; counts: Counts; at: Date }

const flushMs = 2000
/** Attempts that are kept of a key, and written of it at once. */
const mostAttempts = 20
const mostEntries = 5000
const longestText = 500
const nothing: Counts = { bytes: 0, accepted: 0, rejected: 0, dropped: 0 }

const countUsage = `
  insert into telemetry_usage as u (project_id, day, signal, requests, bytes, records, rejected, dropped, refused)
  select project_id, (now() at time zone 'UTC')::date, signal::telemetry_signal, requests, bytes, records, rejected,
         dropped, refused
    from jsonb_to_recordset($1) as row (project_id uuid, signal text, requests bigint, bytes bigint, records bigint,
         rejected bigint, dropped bigint, refused bigint)
    join project on project.id = project_id
   order by project_id, signal
  on conflict (project_id, day, signal) do update
     set requests = u.requests + excluded.requests, bytes = u.bytes + excluded.bytes,
         records = u.records + excluded.records, rejected = u.rejected + excluded.rejected,
         dropped = u.dropped + excluded.dropped, refused = u.refused + excluded.refused`

const insertAttempts = `
  insert into telemetry_attempt (id, project_id, key_id, at, signal, encoding, status, requests, bytes, records,
         rejected, dropped, message, agent)
  select row.id, row.project_id, row.key_id, row.at, row.signal::telemetry_signal, row.encoding, row.status,
         row.requests, row.bytes, row.records, row.rejected, row.dropped, row.message, row.agent
    from jsonb_to_recordset($1) as row (id uuid, project_id uuid, key_id uuid, at timestamptz, signal text,
         encoding text, status int, requests int, bytes bigint, records bigint, rejected bigint, dropped bigint,
         message text, agent text)
    join api_key on api_key.id = row.key_id`

const trimAttempts = `
  delete from telemetry_attempt a
   using (select id from (select id, row_number() over (partition by key_id order by at desc, id desc) as place
                            from telemetry_attempt where key_id = any($1::uuid[])) ranked
           where place > ${mostAttempts}) old
   where a.id = old.id`

/** Counts what was sent by project and day, and keeps the last attempts of each key. Writes every two seconds. */
export function createIngestLog({ database: { pool }, log, clock }: Services) {
  const entries = new Map<string, Entry>()
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    timer = null
    const all = [...entries.values()]
    entries.clear()
    if (all.length === 0) return
    await pool.query(countUsage, [JSON.stringify(usageOf(all))])
    const attempts = lastOf(all)
    await pool.query(insertAttempts, [JSON.stringify(attempts.map(rowOf))])
    await pool.query(trimAttempts, [[...new Set(attempts.map(({ keyId }) => keyId))]])
  }

  const flush = (): Promise<void> => {
    writing = writing
      .then(write)
      .catch((err: unknown) => log.warn({ err }, "could not count telemetry requests"))
    return writing
  }

  return {
    /** Never waits and never fails: a request must not depend on it. */
    record(attempt: Attempt): void {
      const { keyId, signal, status, message, encoding } = attempt
      const key = JSON.stringify([keyId, signal, status, encoding, message])
      const known = entries.get(key)
      if (known === undefined && entries.size >= mostEntries) return
      const { bytes, accepted, rejected, dropped } = attempt.counts ?? nothing
      const {
        counts: before,
        requests,
        id,
      } = known ?? { counts: nothing, requests: 0, id: newId() }
      entries.set(key, {
        ...attempt,
        id,
        at: clock.now(),
        requests: requests + 1,
        counts: {
          bytes: before.bytes + bytes,
          accepted: before.accepted + accepted,
          rejected: before.rejected + rejected,
          dropped: before.dropped + dropped,
        },
      })
      timer ??= setTimeout(() => void flush(), flushMs).unref()
    },

    /** What was stored and is not written yet, for the quota. */
    pending(projectId: string): { bytes: number; records: number } {
      let [bytes, records] = [0, 0]
      for (const { projectId: one, counts } of entries.values()) {
        if (one !== projectId) continue
        bytes += counts.bytes
        records += counts.accepted
      }
      return { bytes, records }
    },

    async stop(): Promise<void> {
      if (timer !== null) clearTimeout(timer)
      await flush()
    },
  }
}

function usageOf(entries: readonly Entry[]) {
  const rows = new Map<string, Record<string, string | number>>()
  for (const { projectId, signal, status, requests, counts } of entries) {
    const key = projectId + signal
    const before = rows.get(key)
    const add = (name: string, more: number) => Number(before?.[name] ?? 0) + more
    rows.set(key, {
      project_id: projectId,
      signal,
      requests: add("requests", status === 200 ? requests : 0),
      refused: add("refused", status === 200 ? 0 : requests),
      bytes: add("bytes", counts.bytes),
      records: add("records", counts.accepted),
      rejected: add("rejected", counts.rejected),
      dropped: add("dropped", counts.dropped),
    })
  }
  return [...rows.values()]
}

/** The newest of each key. */
function lastOf(entries: readonly Entry[]): Entry[] {
  const perKey = Map.groupBy(entries, ({ keyId }) => keyId)
  return [...perKey.values()].flatMap((all) =>
    all.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, mostAttempts),
  )
}

const clip = (text: string | null): string | null =>
  text === null ? null : text.slice(0, longestText).toWellFormed().replaceAll("\0", "")

const rowOf = ({ id, projectId, keyId, counts, ...entry }: Entry) => ({
  id,
  project_id: projectId,
  key_id: keyId,
  at: entry.at.toISOString(),
  signal: entry.signal,
  encoding: entry.encoding,
  status: entry.status,
  requests: entry.requests,
  bytes: counts.bytes,
  records: counts.accepted,
  rejected: counts.rejected,
  dropped: counts.dropped,
  message: clip(entry.message),
  agent: clip(entry.agent),
})
