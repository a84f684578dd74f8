import type { Command } from "commander"
import { BackupError } from "../platform/backup/backup-error.ts"
import { openKey } from "../platform/backup/sealed-key.ts"
import type { Env } from "../platform/env.ts"
import { SettingError } from "../platform/env.ts"
import { createLog } from "../platform/log.ts"
import { keyFile, readFingerprint, writeKey } from "../platform/secret-key.ts"
import { openNamed } from "./backup.ts"
import { exitOnSignals, quietEnv } from "./cli-session.ts"
import { addCommand, addGroup } from "./command.ts"
import { connectDatabase, withClient } from "./database.ts"
import { print } from "./output.ts"

type RestoreOptions = { print: boolean; json: boolean }

export function registerSecretKey(program: Command): void {
  const group = addGroup(program, "secret-key", "restore the key that encrypts stored secrets")
  addCommand(group, "restore", "take the secret key from a backup")
    .argument("<file>", "a file, or a name in BACKUP_DIR or BACKUP_URL")
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

/** @throws {BackupError} if the backup has no key, or that of another installation. */
async function takeKey(env: Env, file: string): Promise<Buffer> {
  const backup = await openNamed(env, file)
  try {
    const { key, keyFingerprint, madeAt } = backup.head
    if (key === null) {
      throw new BackupError(
        "This backup does not contain the secret key. Use one that was made with BACKUP_PASSPHRASE.",
      )
    }
    if (env.BACKUP_PASSPHRASE === undefined) {
      throw new SettingError("Set BACKUP_PASSPHRASE to the passphrase of the backup.")
    }
    const { connectionString, stop } = await connectDatabase(env, createLog("silent", "command"))
    try {
      const fingerprint = await withClient(connectionString, readFingerprint)
      if (fingerprint !== null && fingerprint !== keyFingerprint) {
        throw new BackupError(
          `The backup of ${madeAt} has another secret key than this installation. Use a backup of this installation.`,
        )
      }
    } finally {
      await stop()
    }
    return await openKey(key, env.BACKUP_PASSPHRASE)
  } finally {
    await backup.close()
  }
}
