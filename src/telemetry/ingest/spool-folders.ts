import { mkdir, readdir } from "node:fs/promises"
import { basename, join } from "node:path"
import { newId } from "../../platform/id.ts"
import { LockHeld, takeLock } from "../../platform/process-lock.ts"
import { telemetryFolder } from "../store/front-file.ts"
import { readSegmentName } from "./segment.ts"

const spoolFolder = (dataDir: string) => join(telemetryFolder(dataDir), "spool")

type Taken = { folder: string; release(): Promise<void> }

/** Takes the folders that no living process has, so that what a dead one acknowledged is stored by this one. */
export async function takeSpoolFolders(
  dataDir: string,
): Promise<{ folders: string[]; release(): Promise<void> }> {
  const root = spoolFolder(dataDir)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const taken = await takeLeft(root)
  if (taken.length === 0) {
    const folder = join(root, newId())
    await mkdir(folder, { mode: 0o700 })
    const release = await tryLock(folder)
    if (release === null) throw new Error(`${folder} was taken by another process`)
    taken.push({ folder, release })
  }
  return toTaken(taken)
}

/** Those of them that exist; the others are of living processes, and empty themselves. */
export async function takeLeftFolders(
  dataDir: string,
): Promise<{ folders: string[]; release(): Promise<void> }> {
  return toTaken(await takeLeft(spoolFolder(dataDir)))
}

async function takeLeft(root: string): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const name of (await readdir(root)).toSorted()) {
    const folder = join(root, name)
    const release = await tryLock(folder)
    if (release !== null) taken.push({ folder, release })
  }
  return taken
}

const toTaken = (taken: readonly Taken[]) => ({
  folders: taken.map(({ folder }) => folder),
  async release() {
    await Promise.all(taken.map(({ release }) => release()))
  },
})

/** Files of acknowledged rows that the store may not have; those that it refused are kept aside and are not among them. */
export async function listSegments(dataDir: string): Promise<string[]> {
  const root = spoolFolder(dataDir)
  const found = await readdir(root, { recursive: true }).catch(() => [])
  return found
    .filter((name) => isSegment(name) && !name.includes("refused"))
    .map((name) => join(root, name))
    .toSorted()
}

/** Whether a process acknowledged telemetry here that the store may not have. */
export async function hasSpool(dataDir: string): Promise<boolean> {
  const root = spoolFolder(dataDir)
  const found = await readdir(root, { recursive: true }).catch(() => [])
  return found.some(isSegment)
}

const isSegment = (path: string): boolean => readSegmentName(basename(path)) !== null

async function tryLock(folder: string): Promise<(() => Promise<void>) | null> {
  try {
    return await takeLock(join(folder, "lock"))
  } catch (error) {
    if (error instanceof LockHeld) return null
    throw error
  }
}
