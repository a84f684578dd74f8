import { createHmac, timingSafeEqual } from "node:crypto"
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

/** Locks the ends, which every change of the chain does first. */
export async function lockChain(
  tx: SqlTransaction,
  projectId: string,
): Promise<SealedEnds | undefined> {
  const [ends] = await tx.query<SealedEnds>({
    name: "lock-audit-chain",
    text: `${chainEnds} for update`,
    values: [projectId],
  })
  return ends
}

/** The key is derived from the installation's secret key, so that the database alone does not suffice to forge it. */
const sealOf = (
  vault: Vault,
  { projectId, seq, hash, prunedSeq, prunedHash, prunedAt, mismatchAt }: ChainEnds,
): Buffer =>
  createHmac("sha256", vault.derive("audit chain"))
    .update(
      canonicalJson({
        projectId,
        seq,
        hash,
        prunedSeq,
        prunedHash,
        prunedAt: prunedAt?.toISOString() ?? null,
        mismatchAt: mismatchAt?.toISOString() ?? null,
      }),
    )
    .digest()

/** Whether only this installation can have written the ends. */
export function isSealed(vault: Vault, { seal, ...ends }: SealedEnds): boolean {
  const given = Buffer.from(seal, "hex")
  const expected = sealOf(vault, ends)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Stores the ends with their seal; has no effect without the row. */
export async function writeChain(tx: SqlTransaction, vault: Vault, ends: ChainEnds): Promise<void> {
  const { projectId, seq, hash, prunedSeq, prunedHash, prunedAt, mismatchAt } = ends
  await tx.query({
    name: "write-audit-chain",
    text: `
      update audit_chain
         set seq = $2::int, hash = decode($3, 'hex'), pruned_seq = $4::int, pruned_hash = decode($5, 'hex'),
             pruned_at = $6::timestamptz, mismatch_at = $7::timestamptz, seal = decode($8, 'hex')
       where project_id = $1::uuid`,
    values: [
      projectId,
      seq,
      hash,
      prunedSeq,
      prunedHash,
      prunedAt,
      mismatchAt,
      sealOf(vault, ends).toString("hex"),
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
