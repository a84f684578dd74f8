import type { Vault } from "../../../platform/secret.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { noHash } from "./audit-line.ts"
import { canonicalJson } from "./rules/canonical-json.ts"

/** Both ends of a project's chain; hashes are in hexadecimal. */
export type ChainEnds = {
  projectId: string
  seq: number
  hash: string
  prunedSeq: number
  prunedHash: string
  prunedAt: Date | null
  mismatchAt: Date | null
}

export type SealedEnds = ChainEnds & { seal: string }

const columns = `
  project_id as "projectId", seq, encode(hash, 'hex') as hash, pruned_seq as "prunedSeq",
  encode(pruned_hash, 'hex') as "prunedHash", pruned_at as "prunedAt", mismatch_at as "mismatchAt",
  encode(seal, 'hex') as seal`

/** SQL: the ends of the chain of the project `$1`. */
export const chainEnds = `select ${columns} from audit_chain where project_id = $1::uuid`

/** Locks the ends of chains, which every change of a chain does first; in the order of ids, so that nobody deadlocks. */
export async function lockChains(
  tx: SqlTransaction,
  projectIds: string[],
): Promise<Map<string, SealedEnds>> {
  const ends = await tx.query<SealedEnds>({
    name: "lock-audit-chains",
    text: `
      select ${columns} from audit_chain where project_id = any($1::uuid[]) order by project_id for update`,
    values: [projectIds],
  })
  return new Map(ends.map((one) => [one.projectId, one]))
}

/** The key is derived from the installation's secret key, so that the database alone does not suffice to forge it. */
const purpose = "audit chain"

const sealedText = ({
  projectId,
  seq,
  hash,
  prunedSeq,
  prunedHash,
  prunedAt,
  mismatchAt,
}: ChainEnds): string =>
  canonicalJson({
    projectId,
    seq,
    hash,
    prunedSeq,
    prunedHash,
    prunedAt: prunedAt?.toISOString() ?? null,
    mismatchAt: mismatchAt?.toISOString() ?? null,
  })

const sealOf = (vault: Vault, ends: ChainEnds): Buffer => vault.sign(purpose, sealedText(ends))

/** Whether only this installation can have written the ends. */
export function isSealed(vault: Vault, { seal, ...ends }: SealedEnds): boolean {
  return vault.isSigned(purpose, sealedText(ends), Buffer.from(seal, "hex"))
}

/** Stores the ends of chains with their seals; has no effect on a chain without the row. */
export async function writeChains(
  tx: SqlTransaction,
  vault: Vault,
  chains: ChainEnds[],
): Promise<void> {
  await tx.query({
    name: "write-audit-chains",
    text: `
      update audit_chain c
         set seq = row.seq, hash = decode(row.hash, 'hex'),
             pruned_seq = row.pruned_seq, pruned_hash = decode(row.pruned_hash, 'hex'),
             pruned_at = row.pruned_at, mismatch_at = row.mismatch_at, seal = decode(row.seal, 'hex')
        from unnest($1::uuid[], $2::int[], $3::text[], $4::int[], $5::text[], $6::timestamptz[], $7::timestamptz[],
                    $8::text[])
          as row (project_id, seq, hash, pruned_seq, pruned_hash, pruned_at, mismatch_at, seal)
       where c.project_id = row.project_id`,
    values: [
      chains.map(({ projectId }) => projectId),
      chains.map(({ seq }) => seq),
      chains.map(({ hash }) => hash),
      chains.map(({ prunedSeq }) => prunedSeq),
      chains.map(({ prunedHash }) => prunedHash),
      chains.map(({ prunedAt }) => prunedAt),
      chains.map(({ mismatchAt }) => mismatchAt),
      chains.map((ends) => sealOf(vault, ends).toString("hex")),
    ],
  })
}

/** Begins the chain of a project, unless it has one or was deleted. */
export async function beginChain(
  tx: SqlTransaction,
  vault: Vault,
  projectId: string,
): Promise<void> {
  const ends: ChainEnds = {
    projectId,
    seq: 0,
    hash: noHash,
    prunedSeq: 0,
    prunedHash: noHash,
    prunedAt: null,
    mismatchAt: null,
  }
  await tx.query({
    name: "begin-audit-chain",
    text: `
      insert into audit_chain (project_id, seq, hash, pruned_hash, seal)
      select p.id, 0, decode($2, 'hex'), decode($2, 'hex'), decode($3, 'hex')
        from project p where p.id = $1::uuid and p.deleted_at is null for key share of p
      on conflict (project_id) do nothing`,
    values: [projectId, noHash, sealOf(vault, ends).toString("hex")],
  })
}
