import { setTimeout as pause } from "node:timers/promises"
import type { Services } from "../../../platform/services.ts"
import { transactSql } from "../../kernel/transaction.ts"
import { writeChains } from "./chain-ends.ts"
import { openChains } from "./open-chains.ts"

type Needs = Pick<Services, "database" | "bus" | "vault" | "clock" | "log">

const rowsAtOnce = 5000
/** Pause between batches, so that writers are not blocked. */
const restMs = 20

/** Deletes entries of projects that are older than `days` of their plan. */
export async function pruneEntries(
  services: Needs,
  projectIds: string[],
  days: Record<string, number>,
  isStopping: () => boolean,
): Promise<void> {
  const { rows } = await services.database.pool.query<{ id: string; days: number }>(
    `select p.id, ($2::jsonb ->> p.plan::text)::int as days from project p
      where p.id = any($1::uuid[]) and p.deleted_at is null
        and exists (select from audit_entry e
                     where e.project_id = p.id and e.seq is not null
                       and e.at < now() - make_interval(days => ($2::jsonb ->> p.plan::text)::int))`,
    [projectIds, JSON.stringify(days)],
  )
  for (const project of rows) {
    while (!isStopping() && (await pruneBeginning(services, project)) === rowsAtOnce) {
      await pause(restMs)
    }
  }
}

/**
 * Deletes the beginning of a chain up to the first entry that is young enough, and keeps the hash of the last deleted
 * one, which the rest of the chain is verified with. @returns how many were deleted.
 */
const pruneBeginning = (
  services: Needs,
  { id, days }: { id: string; days: number },
): Promise<number> =>
  transactSql(services, async (tx) => {
    const [ends] = await openChains(services, tx, [id])
    if (ends === undefined) return 0
    const [last] = await tx.query<{ seq: number; hash: string; at: Date }>({
      name: "audit-last-old",
      text: `
        select seq, encode(hash, 'hex') as hash, at from (
          select seq, hash, at, bool_and(at < now() - make_interval(days => $2::int)) over (order by seq) as is_old
            from (select seq, hash, at from audit_entry
                   where project_id = $1::uuid and seq is not null order by seq limit ${rowsAtOnce}) beginning) judged
         where is_old order by seq desc limit 1`,
      values: [id, days],
    })
    if (last === undefined) return 0
    const pruned = { prunedSeq: last.seq, prunedHash: last.hash, prunedAt: last.at }
    await writeChains(tx, services.vault, [{ ...ends, ...pruned }])
    const deleted = await tx.query({
      name: "prune-audit",
      text: "delete from audit_entry where project_id = $1::uuid and seq <= $2::int returning 1",
      values: [id, last.seq],
    })
    return deleted.length
  })
