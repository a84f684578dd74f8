import { randomBytes } from "node:crypto"
import { constants, copyFile, link, mkdir, open, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import type pg from "pg"
import { SettingError, type Env } from "./env.ts"
import { createVault, fingerprintOf, type Vault } from "./secret.ts"
import { commandName } from "./command-name.ts"

/** The keys that this process has, and which of them is the installation's. */

export type KeyEnv = Pick<Env, "SECRET_KEY" | "DATA_DIR"> &
  Partial<Pick<Env, "SECRET_KEY_PREVIOUS">>

type Queryable = Pick<pg.Pool, "query">

export const keyFile = ({ DATA_DIR }: Pick<Env, "DATA_DIR">): string => join(DATA_DIR, "secret.key")

/**
 * The keys from the settings, or from the lines of the file in the data folder; none if there is none yet. During a
 * rotation the new one comes first.
 */
export async function readKeys(env: KeyEnv): Promise<Buffer[]> {
  const previous = env.SECRET_KEY_PREVIOUS === undefined ? [] : [env.SECRET_KEY_PREVIOUS]
  const path = keyFile(env)
  const lines =
    env.SECRET_KEY === undefined
      ? ((await readIfThere(path))?.trim().split(/\s+/) ?? [])
      : [env.SECRET_KEY]
  const keys = [...lines, ...previous].map((text) => Buffer.from(text, "base64"))
  if (keys.every((key) => key.length === 32)) return keys
  throw new SettingError(
    `${path} must hold 32 bytes in base64. Restore it from your backup: \`${commandName} secret-key restore\`.`,
  )
}

/** Created atomically, because another process may start at the same moment; the first one wins. */
export async function createKey(env: KeyEnv): Promise<Buffer> {
  const path = keyFile(env)
  await mkdir(env.DATA_DIR, { recursive: true })
  const draft = await writeDraft(path, [randomBytes(32)])
  try {
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error
  } finally {
    await rm(draft)
  }
  const [key] = await readKeys(env)
  if (key === undefined) throw new SettingError(`${path} was deleted while it was created.`)
  return key
}

/** Replaces the file; what it held is kept in another one. */
export async function writeKey(env: KeyEnv, key: Buffer): Promise<void> {
  const path = keyFile(env)
  if ((await readIfThere(path)) !== null) {
    await copyFile(path, `${path}.before-${Date.now()}`, constants.COPYFILE_EXCL)
  }
  await writeKeys(env, [key])
}

export async function writeKeys(env: KeyEnv, keys: readonly Buffer[]): Promise<void> {
  const path = keyFile(env)
  await mkdir(env.DATA_DIR, { recursive: true })
  const draft = await writeDraft(path, keys)
  try {
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(path: string, keys: readonly Buffer[]): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`
  const file = await open(draft, "wx", 0o600)
  try {
    await file.writeFile(keys.map((key) => `${key.toString("base64")}\n`).join(""))
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

/** Null before the first start, and in databases of versions that did not store it. */
export async function readFingerprint(database: Queryable): Promise<string | null> {
  const { rows } = await database.query<{ fingerprint: string | null }>(
    "select to_jsonb(i) ->> 'key_fingerprint' as fingerprint from installation i limit 1",
  )
  return rows[0]?.fingerprint ?? null
}

/**
 * The keys with the installation's own first.
 *
 * @throws {SettingError} if it is not among them, with what to do.
 */
export function orderKeys(env: KeyEnv, keys: readonly Buffer[], fingerprint: string): Buffer[] {
  const own = keys.find((key) => fingerprintOf(key) === fingerprint)
  if (own !== undefined) return [own, ...keys.filter((key) => key !== own)]
  throw new SettingError(`${keys.length === 0 ? missing(env) : other(env)} ${remedies(env)}`)
}

/** Since when stored secrets are encrypted again; null unless a rotation has begun and not ended. */
export async function readRotation(database: Queryable): Promise<Date | null> {
  const { rows } = await database.query<{ since: string | null }>(
    "select to_jsonb(i) ->> 'key_rotation_at' as since from installation i limit 1",
  )
  const since = rows[0]?.since ?? null
  return since === null ? null : new Date(since)
}

/**
 * The installation's key, for a backup.
 *
 * @throws {SettingError} if it is not here, or is being rotated.
 */
export async function requireOwnKey(env: KeyEnv, database: Queryable): Promise<Buffer> {
  if ((await readRotation(database)) !== null) {
    throw new SettingError(
      `The secret key is being rotated, and a backup has room for one key. Run \`${commandName} secret-key rotate\` until it ends.`,
    )
  }
  const [keys, fingerprint] = await Promise.all([readKeys(env), readFingerprint(database)])
  const [key] = fingerprint === null ? keys : orderKeys(env, keys, fingerprint)
  // Nothing is encrypted yet: `requireKey` has looked.
  return key ?? createKey(env)
}

/** @throws {SettingError} if this process does not have the installation's key. */
export async function openVault(env: KeyEnv, database: Queryable): Promise<Vault> {
  const [keys, fingerprint] = await Promise.all([readKeys(env), readFingerprint(database)])
  // A start settles it first; only tools that open a database themselves come here without.
  const [key, ...older] = fingerprint === null ? keys : orderKeys(env, keys, fingerprint)
  return createVault(key ?? (await createKey(env)), ...older)
}

export const missing = (env: KeyEnv): string =>
  `The secret key is missing: SECRET_KEY is not set and ${keyFile(env)} does not exist, but stored secrets are encrypted with one.`

export const other = (env: KeyEnv): string =>
  `The secret key ${env.SECRET_KEY === undefined ? `in ${keyFile(env)}` : "in SECRET_KEY"} is not the one that stored secrets are encrypted with.`

export const remedies = (env: KeyEnv): string =>
  `Set SECRET_KEY to the right key, copy the right file to ${keyFile(env)}, or take it from a backup with ` +
  `\`${commandName} secret-key restore <backup>\`. If it is lost for good, run \`${commandName} start --accept-new-key\` once: ` +
  "it lists what must be entered again."

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (isCode(error, "ENOENT")) return null
    throw error
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code
