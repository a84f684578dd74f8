import type { Services } from "../../../platform/services.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { ChainEnds } from "./chain-ends.ts"
import { beginChain, isSealed, lockChain } from "./chain-ends.ts"
import { noHash } from "./audit-line.ts"

type Needs = Pick<Services, "vault" | "clock" | "log">

/**
 * Locks a project's chain where it continues; null if the project was deleted. If somebody changed it in the database,
 * the chain goes on, because new entries must be chained too, but this stays noted for `watchkeeper audit verify`.
 */
export async function openChain(
  { vault, clock, log }: Needs,
  tx: SqlTransaction,
  projectId: string,
): Promise<ChainEnds | null> {
  let ends = await lockChain(tx, projectId)
  if (ends === undefined) {
    await beginChain(tx, vault, projectId)
    ends = await lockChain(tx, projectId)
    if (ends === undefined) return null
  }
  const last = await readLast(tx, projectId)
  const isAhead = last.seq > ends.seq
  if (isSealed(vault, ends) && !isAhead) return ends
  log.error({ projectId }, "audit log: the end of the chain was changed in the database")
  return { ...ends, ...(isAhead ? last : {}), mismatchAt: ends.mismatchAt ?? clock.now() }
}

type Last = Pick<ChainEnds, "seq" | "hash">

async function readLast(tx: SqlTransaction, projectId: string): Promise<Last> {
  const [last = { seq: 0, hash: noHash }] = await tx.query<Last>({
    name: "audit-last",
    text: `
      select seq, encode(hash, 'hex') as hash from audit_entry
       where project_id = $1::uuid and seq is not null order by seq desc limit 1`,
    values: [projectId],
  })
  return last
}
