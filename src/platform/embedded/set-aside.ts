import { existsSync } from "node:fs"
import { readdir, rename } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { SettingError } from "../env.ts"
import { findPostmaster, stopCluster, writtenBy } from "./cluster.ts"
import { hasUsers } from "./users.ts"
import { commandName } from "../command-name.ts"

export const stopPatienceMs = 30_000

/**
 * While a cluster is replaced by one of a later major version, it has its version in its name: nothing starts on it,
 * and without a cluster beside it the upgrade is not finished.
 */
const pattern = /^postgres\.(\d+)$/

export type Aside = { folder: string; major: string }

/** Clusters that upgrades have set aside, also those that are finished. */
export async function allAside(folder: string): Promise<Aside[]> {
  const parent = dirname(folder)
  const names = existsSync(parent) ? await readdir(parent) : []
  const found = names.map((name) => pattern.exec(name))
  return found.flatMap((match) =>
    match?.[1] === undefined ? [] : [{ folder: join(parent, match[0]), major: match[1] }],
  )
}

/** The cluster whose upgrade is not finished; null if there is none. */
export async function findAside(folder: string): Promise<Aside | null> {
  if ((await writtenBy(folder)) !== null) return null
  return (await allAside(folder))[0] ?? null
}

/** Also while its upgrade is not finished. */
export const hasCluster = async (folder: string): Promise<boolean> =>
  (await writtenBy(folder)) !== null || (await findAside(folder)) !== null

/** @throws {SettingError} if an upgrade of the cluster is not finished. */
export async function requireWhole(folder: string): Promise<void> {
  const aside = await findAside(folder)
  if (aside === null) return
  throw new SettingError(
    `The upgrade of ${aside.folder} to another PostgreSQL was interrupted. Run the same ` +
      `\`${commandName} upgrade postgres\` again. Or rename that folder to ` +
      `${basename(folder)}, and start the earlier version of Watchkeeper.`,
  )
}

/**
 * Stops a server that a killed process left, and renames its cluster.
 *
 * @throws {SettingError} if a process uses it, or an earlier one of that version is kept.
 */
export async function setAside(folder: string, major: string): Promise<Aside> {
  if ((await findPostmaster(folder)) !== null) {
    if (await hasUsers(dirname(folder))) {
      throw new SettingError(
        `Another command uses the PostgreSQL in ${folder}. Wait until it ends, and repeat this one.`,
      )
    }
    await stopCluster(folder, stopPatienceMs)
  }
  const aside = `${folder}.${major}`
  if ((await writtenBy(aside)) !== null) {
    throw new SettingError(
      `${aside} was kept by an earlier upgrade. Delete it or move it away, and repeat the command.`,
    )
  }
  await rename(folder, aside)
  return { folder: aside, major }
}
