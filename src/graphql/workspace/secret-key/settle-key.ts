import type pg from "pg"
import { SettingError } from "../../../platform/env.ts"
import { createVault, fingerprintOf } from "../../../platform/secret.ts"
import {
  createKey,
  missing,
  orderKeys,
  other,
  readFingerprint,
  readKeys,
  readRotation,
  remedies,
  type KeyEnv,
} from "../../../platform/secret-key.ts"
import { countIds, findUnreadable, type Unreadable } from "./find-unreadable.ts"
import { commandName } from "../../../platform/command-name.ts"

/**
 * Refuses a key that is not the installation's. Where no fingerprint is stored, the key must open something, if there
 * is something to open. Changes nothing, so that it can be asked before an upgrade.
 *
 * @throws {SettingError} with what to do.
 */
export async function requireKey(client: pg.ClientBase, env: KeyEnv): Promise<void> {
  const [keys, fingerprint] = [await readKeys(env), await readFingerprint(client)]
  if (fingerprint !== null) {
    orderKeys(env, keys, fingerprint)
    if (keys.length === 1 && (await readRotation(client)) !== null) {
      throw new SettingError(
        "A rotation of the secret key was interrupted, and what it has not reached needs the key of before. Set " +
          `SECRET_KEY_PREVIOUS to it, and run \`${commandName} secret-key rotate\` again.`,
      )
    }
    return
  }
  const [key, ...older] = keys
  const vault = key === undefined ? null : createVault(key, ...older)
  const found = await findUnreadable(client, vault)
  const total = found.reduce((sum, one) => sum + one.total, 0)
  if (total === 0 || countIds(found) < total) return
  throw new SettingError(`${key === undefined ? missing(env) : other(env)} ${remedies(env)}`)
}

/** Stores the key's fingerprint, if none is stored, and creates the key if there is none. */
export async function adoptKey(client: pg.ClientBase, env: KeyEnv): Promise<void> {
  if ((await readFingerprint(client)) === null) {
    const [key = await createKey(env)] = await readKeys(env)
    await client.query(
      "update installation set key_fingerprint = $1 where key_fingerprint is null",
      [fingerprintOf(key)],
    )
  }
  // Another machine may have been first, with another key.
  await requireKey(client, env)
}

/**
 * Makes the key that is here, or a new one, the installation's, because the right one is lost. In a database of a
 * version that stored no fingerprint, `adoptKey` does so after the upgrade.
 *
 * @returns what it does not open; it stays stored, in case the right key is found.
 */
export async function acceptNewKey(client: pg.ClientBase, env: KeyEnv): Promise<Unreadable[]> {
  const [key = await createKey(env)] = await readKeys(env)
  if ((await readFingerprint(client)) !== null) {
    await client.query("update installation set key_fingerprint = $1", [fingerprintOf(key)])
  }
  const found = await findUnreadable(client, createVault(key))
  return found.filter(({ ids }) => ids.length > 0)
}
