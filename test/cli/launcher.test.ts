import { chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { closedPort } from "../support/listeners.ts"
import { launcher, makeFolder, run } from "./watchkeeper.ts"

const asOldNode = [
  "--import",
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.0'}})",
]

test("an old Node hands over to the installed one, with arguments, output and exit code", async () => {
  const answer = await run(["start", "--roles", "cook"], {}, { nodeArgs: asOldNode })
  expect(answer).toEqual({
    code: 2,
    stdout: "",
    stderr: '--roles must name one or more of api, probe, notify, telemetry; got "cook".\n',
  })
})

test("an old Node says what to run if npm was not run yet", async () => {
  const folder = await makeFolder()
  await mkdir(join(folder.path, "bin"))
  const copy = join(folder.path, "bin/watchkeeper.mjs")
  await copyFile(launcher, copy)
  const { status, stderr } = spawnSync(process.execPath, [...asOldNode, copy], { encoding: "utf8" })
  // The same Node, where npm ran without install scripts.
  const unbuilt = spawnSync(process.execPath, [copy, "doctor"], { encoding: "utf8" })
  await folder.remove()
  expect(unbuilt.status).toBe(1)
  expect(unbuilt.stderr).toMatch(
    /npm did not run its install scripts.*Run `npm ci --ignore-scripts=false`/,
  )
  expect(status).toBe(1)
  expect(stderr).toContain("Run `npm ci --ignore-scripts=false` in Watchkeeper's folder")
})

test("an invalid setting stops the start with one sentence per setting and no stack trace", async () => {
  const wrong = { PORT: "70000", REDIS_URL: "http://x", DEFAULT_PLAN: "gold" }
  expect(await run(["start"], wrong)).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "PORT must be a whole number from 0 to 65535.\n" +
      "REDIS_URL must be redis://host:6379, rediss://host:6379, or redis+sentinel://host:26379,host:26379/name.\n" +
      "DEFAULT_PLAN must be free or pro.\n",
  })
  const { stderr } = await run(["migrate", "--json"], { PORT: "x" })
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: "setting",
      message: "PORT must be a whole number from 0 to 65535.",
      errors: [],
    },
  })
})

test("reports an unreachable database and a data folder that is a file", async () => {
  const port = await closedPort()
  const away = await run(["migrate"], { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` })
  expect(away).toMatchObject({ code: 2, stdout: "" })
  expect(away.stderr).toBe(
    `Cannot connect to DATABASE_URL: nothing is listening at 127.0.0.1:${port}. Start that PostgreSQL, ` +
      "correct the URL, or unset DATABASE_URL to use the embedded PostgreSQL.\n",
  )
  const file = await run(["migrate"], { DATA_DIR: launcher })
  expect(file).toMatchObject({ code: 2, stdout: "" })
  expect(file.stderr).toMatch(
    /^The data folder .* is not writable \(ENOTDIR\)\. A file has that name: remove it/,
  )
})

test("prints help on standard output; a wrong command is one sentence with exit code 2", async () => {
  const help = await run(["--help"], {})
  expect(help).toMatchObject({ code: 0, stderr: "" })
  for (const name of [
    "start",
    "migrate",
    "doctor",
    "demo",
    "account",
    "project",
    "key",
    "monitor",
  ]) {
    expect(help.stdout).toMatch(new RegExp(`^ {2}${name} `, "m"))
  }
  const noun = await run(["project"], {})
  expect(noun).toMatchObject({ code: 2, stdout: "" })
  expect(noun.stderr).toMatch(/^Usage: watchkeeper project .+ help \[command\] [^\n]+\n$/s)
  expect(await run(["project", "make"], {})).toEqual({
    code: 2,
    stdout: "",
    stderr: "Unknown command 'make'.\n",
  })
})

test.runIf(process.getuid?.() === 0)(
  "a user id without an entry in /etc/passwd is named, because PostgreSQL needs one",
  async () => {
    const path = await mkdtemp(join(tmpdir(), "watchkeeper-user-"))
    await chown(path, 54_321, 54_321)
    const { status, stderr } = spawnSync(process.execPath, [launcher, "migrate"], {
      encoding: "utf8",
      uid: 54_321,
      gid: 54_321,
      env: { PATH: process.env["PATH"], DATA_DIR: join(path, "data") },
    })
    await rm(path, { recursive: true })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/the user id of this process has no entry in \/etc\/passwd/),
    })
  },
)
