import type pg from "pg"
import { SealError, type Vault } from "../../../platform/secret.ts"
import type { SealedColumn } from "./sealed-columns.ts"

/** A value as it is stored: bytes, or text for the forms that are text. */
export type SealedValue = { id: string; sealed: Buffer | string }

const rowsAtOnce = 1000

/** How each form is read and, after its key has changed, written. */
type Form = {
  /** SQL of the stored value, and of a new one given as `value` of the same type. */
  read(column: string): string
  write(column: string): string
  type: "bytea" | "text"
  open(vault: Vault, sealed: Buffer | string): Promise<string>
  seal(vault: Vault, text: string): Promise<Buffer | string>
}

const bytesOf = (sealed: Buffer | string): Buffer =>
  typeof sealed === "string" ? Buffer.from(sealed, "base64") : sealed

export const forms: Record<SealedColumn["form"], Form> = {
  bytes: {
    read: (column) => `t.${column}`,
    write: (column) => `${column} = given.value`,
    type: "bytea",
    open: async (vault, sealed) => vault.open(bytesOf(sealed)),
    seal: async (vault, text) => Buffer.from(vault.seal(text)),
  },
  mail: {
    read: (column) => `t.${column} ->> 'sealed'`,
    write: (column) => `${column} = jsonb_set(t.${column}, '{sealed}', to_jsonb(given.value))`,
    type: "text",
    open: async (vault, sealed) => vault.open(bytesOf(sealed)),
    seal: async (vault, text) => Buffer.from(vault.seal(text)).toString("base64"),
  },
  "sign-in": {
    read: (column) => `t.${column}`,
    write: (column) => `${column} = given.value`,
    type: "text",
    async open(vault, sealed) {
      const { symmetricDecrypt } = await import("better-auth/crypto")
      const key = vault.derive("sign-in")
      return symmetricDecrypt({ key, data: String(sealed) }).catch((cause: unknown) => {
        throw new SealError("encrypted with another key, or damaged", { cause })
      })
    },
    async seal(vault, data) {
      const { symmetricEncrypt } = await import("better-auth/crypto")
      return symmetricEncrypt({ key: vault.derive("sign-in"), data })
    },
  },
}

/** Null if the vault's keys do not open it. */
export async function openedBy(
  vault: Vault,
  { form }: SealedColumn,
  sealed: Buffer | string,
): Promise<string | null> {
  try {
    return await forms[form].open(vault, sealed)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/** Columns that exist: before an upgrade the schema may be an older one. */
export async function existing(
  client: pg.ClientBase,
  columns: readonly SealedColumn[],
): Promise<SealedColumn[]> {
  const { rows } = await client.query<{ at: string }>(
    `select table_name || '.' || column_name as at from information_schema.columns where table_schema = 'public'`,
  )
  const known = new Set(rows.map(({ at }) => at))
  return columns.filter(({ table, column }) => known.has(`${table}.${column}`))
}

/** Every stored value of a column, in one transaction of the client, which must have none open. */
export async function* readSealed(
  client: pg.ClientBase,
  { table, column, id, form, where }: SealedColumn,
): AsyncGenerator<SealedValue[]> {
  const sealed = forms[form].read(column)
  await client.query("begin read only")
  try {
    await client.query(
      `declare sealed_values no scroll cursor for
         select t.${id.column}::text as id, ${sealed} as sealed from "${table}" t
          where ${where} and ${sealed} is not null`,
    )
    for (;;) {
      const { rows } = await client.query<SealedValue>(`fetch ${rowsAtOnce} from sealed_values`)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await client.query("rollback")
  }
}
