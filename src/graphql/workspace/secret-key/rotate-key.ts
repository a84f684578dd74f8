import type pg from "pg"
import { createVault, fingerprintOf, type Vault } from "../../../platform/secret.ts"
import type { Context } from "../../kernel/context.ts"
import { transactSql } from "../../kernel/transaction.ts"
import { isSealed, lockChains, writeChains } from "../audit/chain-ends.ts"
import { recordAuditAll } from "../audit/record-audit.ts"
import { existing, forms, openedBy, readSealed } from "./read-sealed.ts"
import { sealedColumns, type SealedColumn } from "./sealed-columns.ts"

export type Rotated = { rotated: number; unreadable: number }
type Vaults = { before: Vault; after: Vault }

/**
 * Encrypts everything again with a new key. From the first step on the new key is the installation's and the one of
 * before still reads, so that an interrupted rotation goes on where it ended.
 */
export async function rotateKey(
  ctx: Context,
  { before, after }: { before: Buffer; after: Buffer },
): Promise<Rotated> {
  const vaults = { before: createVault(before), after: createVault(after) }
  await beginRotation(ctx, vaults)
  const { pool } = ctx.database
  const [reader, writer] = [await pool.connect(), await pool.connect()]
  const sum: Rotated = { rotated: 0, unreadable: 0 }
  try {
    for (const column of await existing(reader, sealedColumns)) {
      const one = await sealAgain(reader, writer, column, vaults)
      sum.rotated += one.rotated
      sum.unreadable += one.unreadable
    }
  } finally {
    reader.release()
    writer.release()
  }
  sum.rotated += await sealChains(ctx, vaults)
  await pool.query("update installation set key_rotation_at = null")
  return sum
}

/** Recorded in each project's audit log, once. */
const beginRotation = (ctx: Context, { before, after }: Vaults): Promise<void> =>
  transactSql(ctx, async (tx) => {
    const [begun] = await tx.query<{ id: string }>({
      name: "begin-rotation",
      text: `
        update installation set key_fingerprint = $1, key_rotation_at = now()
         where key_fingerprint = $2 returning id`,
      values: [after.fingerprint, before.fingerprint],
    })
    if (begun === undefined) return
    const projects = await tx.query<{ id: string }>({
      name: "projects-of-rotation",
      text: "select id from project where deleted_at is null order by id",
      values: [],
    })
    const entries = projects.map(({ id }) => ({ projectId: id, action: "secret_key.rotated" }))
    await recordAuditAll(tx, ctx.actor, entries)
  })

async function sealAgain(
  reader: pg.ClientBase,
  writer: pg.ClientBase,
  column: SealedColumn,
  { before, after }: Vaults,
): Promise<Rotated> {
  const { table, id } = column
  const { read, write, type, seal } = forms[column.form]
  const sum: Rotated = { rotated: 0, unreadable: 0 }
  // Also what no comparison counts, such as deleted monitors.
  for await (const values of readSealed(reader, { ...column, where: "true" })) {
    const changed: { id: string; old: Buffer | string; value: Buffer | string }[] = []
    for (const { id: key, sealed } of values) {
      if ((await openedBy(after, column, sealed)) !== null) continue
      const text = await openedBy(before, column, sealed)
      if (text === null) sum.unreadable += 1
      else changed.push({ id: key, old: sealed, value: await seal(after, text) })
    }
    // A value that was changed meanwhile is encrypted with the new key already.
    const { rowCount } = await writer.query(
      `update "${table}" t set ${write(column.column)}
         from unnest($1::${id.type}[], $2::${type}[], $3::${type}[]) as given (id, old, value)
        where t.${id.column} = given.id and ${read(column.column)} = given.old`,
      [
        changed.map((one) => one.id),
        changed.map((one) => one.old),
        changed.map((one) => one.value),
      ],
    )
    sum.rotated += rowCount ?? 0
  }
  return sum
}

/** The seals of audit chains; one that was not ours stays what it is. */
async function sealChains(ctx: Context, { before, after }: Vaults): Promise<number> {
  const { rows } = await ctx.database.pool.query<{ id: string }>(
    "select project_id as id from audit_chain order by 1",
  )
  let sealed = 0
  for (const { id } of rows) {
    await transactSql(ctx, async (tx) => {
      const ends = [...(await lockChains(tx, [id])).values()].filter(
        (one) => !isSealed(after, one) && isSealed(before, one),
      )
      if (ends.length === 0) return
      await writeChains(tx, after, ends)
      sealed += 1
    })
  }
  return sealed
}

/** The pair of keys to rotate between; null if the installation has the first one and nothing is left to do. */
export function keysToRotate(
  keys: readonly Buffer[],
  fingerprint: string | null,
  isRotating: boolean,
): { before: Buffer; after: Buffer } | null {
  const [after, before] = keys
  if (after === undefined || before === undefined) return null
  const isBegun = fingerprint === fingerprintOf(after)
  return isBegun && !isRotating ? null : { before, after }
}
