import type { Services } from "../../../platform/services.ts"
import { throwAll } from "../../../platform/throw-all.ts"
import { transactSql, type SqlTransaction } from "../../kernel/transaction.ts"
import { announceEntries } from "./announce-entries.ts"
import { writeChains, type ChainEnds } from "./chain-ends.ts"
import { openChains } from "./open-chains.ts"
import { lineAt, type AuditLine, type StoredEntry } from "./audit-line.ts"
import { storedEntry } from "./stored-entry.ts"

type Needs = Pick<Services, "database" | "bus" | "vault" | "clock" | "log">

/** Entries per transaction. */
const entriesAtOnce = 1000
/** Projects per transaction, which locks the ends of their chains. */
const chainsAtOnce = 50
const projectsAtOnce = 500

/**
 * Puts new entries of the audit log into their projects' chains, oldest first. This is a job of its own, because
 * otherwise all changes of a project would wait for each other at the end of its chain. Several projects share a
 * transaction, but one that fails delays no other.
 *
 * @throws {AggregateError} at the end, with what failed.
 */
export async function chainEntries(
  services: Needs,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const failed = new Map<string, unknown>()
  for (;;) {
    const projects = await findWaiting(services, [...failed.keys()])
    if (projects.length === 0) break
    for (let at = 0; at < projects.length; at += chainsAtOnce) {
      if (isStopping()) return
      const some = projects.slice(at, at + chainsAtOnce)
      // One by one, it shows which project fails.
      await chainTogether(services, some).catch(() => chainEach(some))
    }
  }
  throwAll(failed)

  async function chainEach(projects: string[]): Promise<void> {
    for (const projectId of projects) {
      if (isStopping()) return
      await chainProject(services, projectId).catch((error: unknown) => {
        failed.set(projectId, error)
      })
    }
  }
}

/** Projects with new entries, but for those that are being deleted; looks at one entry of each, however many there are. */
async function findWaiting({ database: { pool } }: Needs, except: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "audit-waiting",
    text: `
      with recursive waiting as (
        (select project_id as id from audit_entry where seq is null order by project_id limit 1)
        union all
        select (select e.project_id from audit_entry e
                 where e.seq is null and e.project_id > w.id order by e.project_id limit 1)
          from waiting w where w.id is not null)
      select w.id from waiting w join project p on p.id = w.id and p.deleted_at is null
       where w.id <> all($1::uuid[]) limit ${projectsAtOnce}`,
    values: [except],
  })
  return rows.map(({ id }) => id)
}

/** Puts the oldest new entries of one project into its chain. */
export const chainProject = (services: Needs, projectId: string): Promise<void> =>
  chainTogether(services, [projectId])

const chainTogether = (services: Needs, projectIds: string[]): Promise<void> =>
  transactSql(services, async (tx) => {
    const chains = await openChains(services, tx, projectIds)
    const entries = Map.groupBy(
      await readWaiting(
        tx,
        chains.map(({ projectId }) => projectId),
      ),
      (entry) => entry.project_id,
    )
    const grown = chains.flatMap((ends) => {
      const lines = linesAfter(ends, entries.get(ends.projectId) ?? [])
      const last = lines.at(-1)
      return last === undefined
        ? []
        : [{ lines, ends: { ...ends, seq: last.seq, hash: last.hash } }]
    })
    if (grown.length === 0) return
    const lines = grown.flatMap((chain) => chain.lines)
    await store(tx, lines)
    await writeChains(
      tx,
      services.vault,
      grown.map(({ ends }) => ends),
    )
    await announceEntries(tx, lines)
  })

/** Those that a project has beyond its share are read in another round. */
const readWaiting = (tx: SqlTransaction, projectIds: string[]): Promise<StoredEntry[]> =>
  tx.query<StoredEntry>({
    name: "audit-to-chain",
    text: `
      select ${storedEntry} from unnest($1::uuid[]) as project (id) cross join lateral (
        select * from audit_entry w
         where w.project_id = project.id and w.seq is null order by w.at, w.id limit $2::int) e
       order by e.project_id, e.at, e.id`,
    values: [projectIds, Math.ceil(entriesAtOnce / Math.max(1, projectIds.length))],
  })

function linesAfter(ends: ChainEnds, entries: StoredEntry[]): AuditLine[] {
  const lines: AuditLine[] = []
  for (const entry of entries) {
    const { seq, hash } = lines.at(-1) ?? ends
    lines.push(lineAt(entry, seq + 1, hash))
  }
  return lines
}

async function store(tx: SqlTransaction, lines: AuditLine[]): Promise<void> {
  const stored = await tx.query({
    name: "audit-chain",
    text: `
      update audit_entry e set seq = line.seq, hash = decode(line.hash, 'hex')
        from unnest($1::uuid[], $2::int[], $3::text[]) as line (id, seq, hash)
       where e.id = line.id and e.seq is null returning 1`,
    values: [lines.map(({ id }) => id), lines.map(({ seq }) => seq), lines.map(({ hash }) => hash)],
  })
  // Rolls back; the next round reads again what is there.
  if (stored.length !== lines.length) throw new Error("an audit entry was changed meanwhile")
}
