import type { Services } from "../../../platform/services.ts"
import { chainProject } from "./chain-entries.ts"
import { lineAt, noHash, type AuditLine, type StoredEntry } from "./audit-line.ts"
import { storedEntry } from "./stored-entry.ts"

type Needs = Pick<Services, "database" | "bus" | "vault" | "clock" | "log">

/** `from` is inclusive, `to` exclusive. */
export type Range = { from?: Date | null | undefined; to?: Date | null | undefined }

type Row = StoredEntry & { seq: number; hash: string; previous: string | null }

const entriesAtOnce = 1000

/**
 * Reads a project's entries of a range in the order of its chain, page by page, so that memory is bounded. The caller
 * has checked the permission.
 */
export async function* readLines(
  services: Needs,
  projectId: string,
  { from = null, to = null }: Range,
): AsyncGenerator<AuditLine[]> {
  // The newest entries may not be in the chain yet.
  await chainProject(services, projectId)
  for (let after = 0; ;) {
    const { rows } = await services.database.pool.query<Row>({
      name: "audit-lines",
      text: `
        select ${storedEntry},
               (select encode(coalesce(p.hash, c.pruned_hash), 'hex') from audit_chain c
                  left join audit_entry p on p.project_id = e.project_id and p.seq = e.seq - 1
                 where c.project_id = e.project_id) as previous
          from audit_entry e
         where e.project_id = $1 and e.seq > $2
           and ($3::timestamptz is null or e.at >= $3) and ($4::timestamptz is null or e.at < $4)
         order by e.seq limit ${entriesAtOnce}`,
      values: [projectId, after, from, to],
    })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(lineOf)
    after = last.seq
  }
}

/** With the stored hash, not a new one, so that a reader can compare. */
const lineOf = ({ previous, ...entry }: Row): AuditLine => ({
  ...lineAt(entry, entry.seq, previous ?? noHash),
  hash: entry.hash,
})

/** JSON lines. */
export const printLines = (lines: AuditLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("")
