import { randomBytes } from "node:crypto"
import type { Command } from "commander"
import {
  keysToRotate,
  rotateKey,
  type Rotated,
} from "../graphql/workspace/secret-key/rotate-key.ts"
import { BackupError } from "../platform/backup/backup-error.ts"
import { SettingError, type Env } from "../platform/env.ts"
import { createLog } from "../platform/log.ts"
import { counted } from "../platform/counted.ts"
import { awaitStopped } from "../platform/role-version.ts"
import {
  keyFile,
  readFingerprint,
  readKeys,
  readRotation,
  writeKey,
  writeKeys,
} from "../platform/secret-key.ts"
import { openNamed } from "./backup.ts"
import { asCommandLine, exitOnSignals, quietEnv } from "./cli-session.ts"
import { addCommand, addGroup } from "./command.ts"
import { lockDataDir } from "./data-dir.ts"
import { connectDatabase, withClient } from "./database.ts"
import { print } from "./output.ts"

type RestoreOptions = { print: boolean; json: boolean }

export function registerSecretKey(program: Command): void {
  const group = addGroup(
    program,
    "secret-key",
    "rotate or restore the key that encrypts stored secrets",
  )
  registerRotate(group)
  addCommand(group, "restore", "take the secret key from a backup")
    .argument("<file>", "a file, or a name in BACKUP_URL")
    .option("--print", "print it, for SECRET_KEY, instead of writing it to DATA_DIR", false)
    .action(async (file: string, options: RestoreOptions) => {
      const env = quietEnv()
      exitOnSignals()
      if (env.SECRET_KEY !== undefined && !options.print) {
        throw new SettingError(
          "SECRET_KEY is set, so a file would not be used. Unset it, or use --print and set SECRET_KEY to what is printed.",
        )
      }
      const key = await takeKey(env, file)
      if (!options.print) await writeKey(env, key)
      const facts = options.print ? { key: key.toString("base64") } : { path: keyFile(env) }
      print(options.json, facts, () =>
        options.print
          ? key.toString("base64")
          : `Wrote the secret key of the backup to ${keyFile(env)}. Start Watchkeeper.`,
      )
    })
}

function registerRotate(group: Command): void {
  addCommand(group, "rotate", "encrypt everything again with a new key; continues if interrupted")
    .addHelpText(
      "after",
      "\nStop all processes first. With SECRET_KEY, set it to the new key and SECRET_KEY_PREVIOUS to the present one.",
    )
    .action(async ({ json }: { json: boolean }) => {
      const env = quietEnv()
      const { keys, ...done } = await rotate(env)
      // The file of before was needed until here.
      if (env.SECRET_KEY === undefined) await writeKeys(env, keys.slice(0, 1))
      print(json, done, () => describeRotation(env, done))
    })
}

async function rotate(env: Env): Promise<Rotated & { keys: Buffer[] }> {
  const release = env.DATABASE_URL === undefined ? await lockDataDir(env) : () => Promise.resolve()
  try {
    return await asCommandLine(async (ctx) => {
      const { pool } = ctx.database
      await awaitStopped(pool, ctx.log)
      const [fingerprint, since] = [await readFingerprint(pool), await readRotation(pool)]
      let keys = await readKeys(env)
      if (env.SECRET_KEY === undefined && keys.length === 1) {
        keys = [randomBytes(32), ...keys]
        // First, so that no moment leaves what is stored without its key.
        await writeKeys(env, keys)
      }
      const pair = keysToRotate(keys, fingerprint, since !== null)
      if (pair === null) {
        throw new SettingError(
          "There is nothing to rotate. Set SECRET_KEY to a new key (`openssl rand -base64 32`) and SECRET_KEY_PREVIOUS " +
            "to the present one, on every machine.",
        )
      }
      return { ...(await rotateKey(ctx, pair)), keys }
    })
  } finally {
    await release()
  }
}

function describeRotation(env: Env, { rotated, unreadable }: Rotated): string {
  const lines = [`Encrypted ${counted(rotated, "stored secret")} with the new key.`]
  if (unreadable > 0) lines.push(`Neither key decrypts ${counted(unreadable, "other")}.`)
  if (env.SECRET_KEY !== undefined) {
    lines.push("Remove SECRET_KEY_PREVIOUS once nobody needs links that were sent before.")
  }
  return [...lines, "Start Watchkeeper, and make a new backup."].join("\n")
}

/** @throws {BackupError} if the backup has no key, or that of another installation. */
async function takeKey(env: Env, file: string): Promise<Buffer> {
  const backup = await openNamed(env, file)
  try {
    const { key, keyFingerprint, madeAt } = backup.head
    if (key === null) throw keyMissing(null)
    if (backup.key === null) {
      throw new SettingError("Set BACKUP_PASSPHRASE to the passphrase of the backup.")
    }
    const { connectionString, stop } = await connectDatabase(env, createLog("silent", "command"))
    try {
      const fingerprint = await withClient(connectionString, readFingerprint)
      if (fingerprint !== null && fingerprint !== keyFingerprint) {
        throw keyMissing(madeAt)
      }
    } finally {
      await stop()
    }
    return backup.key
  } finally {
    await backup.close()
  }
}

const keyMissing = (madeAt: string | null) =>
  new BackupError({ code: "backup_key_missing", parameters: { madeAt } })
