import { copyFile, mkdir } from "node:fs/promises"
import { join } from "node:path"
import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { closedPort } from "../support/listeners.ts"
import { launcher, makeFolder, run } from "./watchkeeper.ts"

const asOldNode = [
  "--import",
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.0'}})",
]

test("an old Node hands over to the one that npm installed, with arguments, words and exit code", async () => {
  const answer = await run(["start", "--roles", "cook"], {}, { nodeArgs: asOldNode })
  expect(answer).toEqual({
    code: 2,
    stdout: "",
    stderr: '--roles must name one or more of api, probe, notify; got "cook".\n',
  })
})

test("where npm has not been run yet, an old Node says what to run", async () => {
  const folder = await makeFolder()
  await mkdir(join(folder.path, "bin"))
  const copy = join(folder.path, "bin/watchkeeper.mjs")
  await copyFile(launcher, copy)
  const { status, stderr } = spawnSync(process.execPath, [...asOldNode, copy], { encoding: "utf8" })
  await folder.remove()
  expect(status).toBe(1)
  expect(stderr).toContain("Run `npm ci` in Watchkeeper's folder")
})

test("a wrong setting stops the start with a sentence for each, and no stack", async () => {
  const wrong = { PORT: "70000", REDIS_URL: "http://x", DEFAULT_PLAN: "gold" }
  expect(await run(["start"], wrong)).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "PORT must be a whole number from 0 to 65535.\n" +
      "REDIS_URL must be a URL that starts with redis:// or rediss://.\n" +
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

test("a database that does not answer, and a data folder that is a file, are told as such", async () => {
  const port = await closedPort()
  const away = await run(["migrate"], { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` })
  expect(away).toMatchObject({ code: 2, stdout: "" })
  expect(away.stderr).toBe(
    `DATABASE_URL cannot be used: nothing listens at 127.0.0.1:${port}. Start that PostgreSQL or ` +
      "correct the address; without DATABASE_URL Watchkeeper brings its own.\n",
  )
  const file = await run(["migrate"], { DATA_DIR: launcher })
  expect(file).toMatchObject({ code: 2, stdout: "" })
  expect(file.stderr).toMatch(
    /^The data folder .* cannot be written \(E\w+\)\. Give it to the user/,
  )
})

test("help is on standard output; a wrong command is one sentence and exit code 2", async () => {
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
