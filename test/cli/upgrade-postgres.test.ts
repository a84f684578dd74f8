import { watch } from "node:fs"
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { withClient } from "../../src/cli/database.ts"
import { upgradePostgres } from "../../src/cli/upgrade-postgres.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { chainProject } from "../../src/graphql/workspace/audit/chain-entries.ts"
import { verifyChain } from "../../src/graphql/workspace/audit/verify-chain.ts"
import { createProject } from "../../src/graphql/workspace/project/create-project.ts"
import { adoptKey } from "../../src/graphql/workspace/secret-key/settle-key.ts"
import {
  findBinaries,
  findBinariesIn,
  majorOf,
  makeCluster,
  openAccess,
  runCluster,
  stopCluster,
} from "../../src/platform/embedded/cluster.ts"
import { startEmbedded } from "../../src/platform/embedded/start-embedded.ts"
import { findRunner } from "../../src/platform/embedded/system-account.ts"
import { readEnv } from "../../src/platform/env.ts"
import { createLog } from "../../src/platform/log.ts"
import { migrate } from "../../src/platform/migrate.ts"
import { openServices } from "../../src/platform/services.ts"
import { olderPrograms } from "../support/postgres-cluster.ts"
import { freePort } from "../support/port.ts"
import { launch, makeFolder, run, runJson } from "./watchkeeper.ts"

const log = createLog("silent", "test")
const password = "of-the-folder"

/** Starts a cluster with these programs; returns how to connect to it. */
async function startWith(programs: string, folder: string): Promise<string> {
  const binaries = await findBinariesIn(programs)
  const port = await freePort()
  await runCluster(folder, binaries, await findRunner(folder, binaries.postgres, log), port)
  return `postgresql://watchkeeper:${password}@127.0.0.1:${port}/postgres`
}

/** A data folder of an installation whose PostgreSQL was `programs`, with a project and a chained audit log. */
async function oldInstallation(dataDir: string, programs: string) {
  const folder = join(dataDir, "postgres")
  await mkdir(dataDir)
  await openAccess(folder)
  const binaries = await findBinariesIn(programs)
  const runner = await findRunner(folder, binaries.postgres, log)
  await writeFile(join(dataDir, "postgres.password"), `${password}\n`, { mode: 0o600 })
  await makeCluster(folder, binaries, runner, password)
  const connectionString = await startWith(programs, folder)
  const env = readEnv({
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    MONITOR_PRIVATE: "192.0.2.0/24",
  })
  await migrate(connectionString)
  const services = await openServices(env, connectionString, "test")
  try {
    const ctx = contextFor(services, { kind: "system", name: "test" })
    await withClient(connectionString, (client) => adoptKey(client, env))
    const { id: projectId } = await createProject(ctx, { name: "Shop" })
    const headers = { Authorization: "Bearer secret" }
    await createMonitor(ctx, {
      projectId,
      kind: "http",
      name: "Front",
      url: "https://192.0.2.1/",
      headers,
    })
    await chainProject(services, projectId)
    const { head } = await verifyChain(ctx, projectId, null)
    return { major: await majorOf(binaries, runner), head: `${head?.seq}:${head?.hash}` }
  } finally {
    await services.close()
    await stopCluster(folder, 20_000)
  }
}

/** Resolves when a command starts to restore into a new cluster. */
function restoring(dataDir: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dataDir, (_event, name) => {
      if (name?.startsWith("verify-") !== true) return
      watcher.close()
      resolve()
    })
  })
}

test("a database of an earlier PostgreSQL is refused with the way, and moved by it without loss", async () => {
  const { path, remove } = await makeFolder()
  onTestFinished(remove)
  const dataDir = join(path, "data")
  const settings = { DATA_DIR: dataDir }
  const programs = await olderPrograms()
  const { major, head } = await oldInstallation(dataDir, programs)
  const key = await readFile(join(dataDir, "secret.key"))
  const before = await readdir(dataDir)

  const refused = await run(["start"], settings)
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      new RegExp(
        `^${dataDir}/postgres was written by PostgreSQL ${major}, and this version of Watchkeeper has PostgreSQL \\d+\\. ` +
          "Nothing was changed\\. Run `.*watchkeeper(?:\\.js)? upgrade postgres --from <folder>`",
      ),
    ),
  })
  const upgradeWith = (from: string, more = {}) =>
    upgradePostgres(readEnv({ ...settings, ...more }), log, from)
  await expect(upgradeWith(import.meta.dirname)).rejects.toThrow(
    /is PostgreSQL \d+\. Give --from a folder with the programs of/,
  )
  // What fails leaves the database as it was, for the earlier version.
  const file = join(path, "file")
  await writeFile(file, "")
  await expect(upgradeWith(programs, { BACKUP_DIR: file })).rejects.toThrow(
    /file is a file, not a folder/,
  )
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(before))

  const upgrade = ["upgrade", "postgres", "--from", programs]
  const isRestoring = restoring(dataDir)
  const killed = launch(upgrade, settings)
  await isRestoring
  killed.signal("SIGKILL")
  await killed.ended
  await expect(startEmbedded(readEnv(settings), log)).rejects.toThrow(
    /to another PostgreSQL was interrupted\. Run the same/,
  )

  const kept = join(dataDir, `postgres.${major}`)
  const binaries = await findBinaries()
  const to = await majorOf(binaries, await findRunner(kept, binaries.postgres, log))
  const done = await runJson(upgrade, settings)
  expect(done).toEqual({
    upgraded: {
      from: major,
      to,
      rows: expect.any(Number),
      backup: expect.stringMatching(/watchkeeper-upgrade-.*\.tar\.zst$/),
      kept,
    },
    kept: [kept],
  })
  expect(await readFile(join(kept, "PG_VERSION"), "utf8")).toBe(`${major}\n`)
  expect(await readFile(join(dataDir, "secret.key"))).toEqual(key)
  const intact = await run(["audit", "verify", "--expect-head", head], settings)
  expect(intact).toMatchObject({ code: 0 })
  expect(await upgradeWith(programs)).toBe(null)

  // The documented way back, for the earlier version and its programs.
  const folder = join(dataDir, "postgres")
  await rename(folder, join(dataDir, "postgres.later"))
  await rename(kept, folder)
  const names = await withClient(await startWith(programs, folder), async (client) => {
    const { rows } = await client.query<{ name: string }>("select name from monitor")
    return rows.map(({ name }) => name)
  })
  await stopCluster(folder, 20_000)
  expect(names).toEqual(["Front"])
})
