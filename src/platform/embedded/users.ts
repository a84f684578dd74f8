import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { isMarkAlive, readOrNull, waitForLock } from "../process-lock.ts"

const lockPatienceMs = 120_000

/** A file for each process that uses the server of a data folder. */
export const usersFolder = (dataDir: string): string => join(dataDir, "postgres.users")

/** Serializes start, join and leave, so that no process stops a server that another just joined. */
export async function inTurn<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const release = await waitForLock(join(dataDir, "postgres.lock"), lockPatienceMs)
  try {
    return await work()
  } finally {
    await release()
  }
}

/** Removes the files of killed processes. */
export async function hasUsers(dataDir: string): Promise<boolean> {
  const users = usersFolder(dataDir)
  for (const name of await readdir(users)) {
    const mark = await readOrNull(join(users, name))
    if (mark !== null && isMarkAlive(mark)) return true
    await rm(join(users, name), { force: true })
  }
  return false
}
