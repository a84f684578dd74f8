import { execFile } from "node:child_process"
import { readdir, readFile, rename } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { expect, onTestFinished, test } from "vitest"
import packageFile from "../../package.json" with { type: "json" }
import { launch, makeFolder, run, runJson } from "./watchkeeper.ts"

const releases = join(import.meta.dirname, "fixtures/releases")
const shell = promisify(execFile)

/** Moments within the start of PostgreSQL and the migrations. */
const killsAfterMs = [400, 900, 1400]

const files = (await readdir(releases)).filter((name) => name.endsWith(".tar.zst"))

test.each(files)("the data folder of release %s is upgraded, also after kills", async (file) => {
  const { path: dataDir, remove } = await makeFolder()
  onTestFinished(remove)
  await shell("tar", ["--zstd", "--no-same-owner", "-xf", join(releases, file), "-C", dataDir])
  const settings = { DATA_DIR: dataDir }
  // Without its key nothing is changed, and no new key takes its place.
  const [key, away] = [join(dataDir, "secret.key"), join(dataDir, "key-elsewhere")]
  await rename(key, away)
  expect(await run(["migrate"], settings)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The secret key is missing/),
  })
  await rename(away, key)
  for (const afterMs of killsAfterMs) {
    const killed = launch(["migrate"], settings)
    await Promise.race([sleep(afterMs), killed.ended])
    killed.signal("SIGKILL")
    await killed.ended
  }
  await runJson(["migrate"], settings)
  expect(await runJson(["upgrade", "check"], settings)).toMatchObject({ ok: true, pending: [] })
  const monitors = await runJson(["monitor", "list"], settings)
  expect(JSON.stringify(monitors)).toMatch(/"http".*|"tcp"/)
})

test("each version in the changelog has a data folder, and the newest one is the package's", async () => {
  const changelog = await readFile(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8")
  const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  expect(versions[0]).toBe(packageFile.version)
  expect(files.toSorted()).toEqual(versions.map((one) => `${one}.tar.zst`).toSorted())
})
