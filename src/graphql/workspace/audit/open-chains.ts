import type { Services } from "../../../platform/services.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { beginChain, isSealed, lockChains, type ChainEnds, type SealedEnds } from "./chain-ends.ts"
import { noHash } from "./audit-line.ts"

type Needs = Pick<Services, "vault" | "clock" | "log">

/**
 * Locks the chains of projects where they continue, without those of deleted projects. If somebody changed one in the
 * database, it goes on, because new entries must be chained too, but this stays noted for `watchkeeper audit verify`.
 */
export async function openChains(
  { vault, clock, log }: Needs,
  tx: SqlTransaction,
  projectIds: string[],
): Promise<ChainEnds[]> {
  const locked = await lockChains(tx, projectIds)
  const missing = projectIds.filter((id) => !locked.has(id))
  if (missing.length > 0) {
    for (const projectId of missing.toSorted()) await beginChain(tx, vault, projectId)
    for (const [id, ends] of await lockChains(tx, missing)) locked.set(id, ends)
  }
  const last = await readLast(tx, projectIds)

  function opened(ends: SealedEnds): ChainEnds {
    const { projectId } = ends
    const end = last.get(projectId) ?? { seq: 0, hash: noHash }
    const isAhead = end.seq > ends.seq
    if (isSealed(vault, ends) && !isAhead) return ends
    log.error({ projectId }, "audit log: the end of the chain was changed in the database")
    return { ...ends, ...(isAhead ? end : {}), mismatchAt: ends.mismatchAt ?? clock.now() }
  }

  return [...locked.values()].map(opened)
}

type Last = Pick<ChainEnds, "seq" | "hash">

async function readLast(tx: SqlTransaction, projectIds: string[]): Promise<Map<string, Last>> {
  const rows = await tx.query<Last & { projectId: string }>({
    name: "audit-last",
    text: `
      select project.id as "projectId", e.seq, encode(e.hash, 'hex') as hash
        from unnest($1::uuid[]) as project (id) cross join lateral (
          select seq, hash from audit_entry
           where project_id = project.id and seq is not null order by seq desc limit 1) e`,
    values: [projectIds],
  })
  return new Map(rows.map(({ projectId, seq, hash }) => [projectId, { seq, hash }]))
}
