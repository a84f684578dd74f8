import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdir, readFile, symlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { launcher, makeFolder } from "../cli/watchkeeper.ts"
import { freePort } from "../support/port.ts"
import { startSentinels } from "../support/sentinel.ts"
import { cloneDatabase } from "../support/world.ts"

const page = new URL("../../docs/operations.md", import.meta.url)

test("the commands of docs/operations.md work in the order of the page", async () => {
  const { path, remove } = await makeFolder()
  onTestFinished(remove)
  const blocks = await blocksOf("test")
  expect(blocks.length).toBeGreaterThan(4)
  const { shell, said, ended } = await runInShell(path, blocks.join("\n"))
  await ended
  expect([shell.exitCode, said()]).toEqual([0, expect.stringContaining("Restored ")])
  for (const words of ["Applied ", "and verified them", "Verified: ", "nothing would be changed"]) {
    expect(said()).toContain(words)
  }
})

test("the settings and commands of scaling out start every role, with hosts that are gone beside those that work", async () => {
  const { path, remove } = await makeFolder()
  const database = await cloneDatabase()
  const redis = await startSentinels("redis-server", "redis-server")
  onTestFinished(async () => {
    await redis.stop()
    await database.drop()
    await remove()
  })
  const { host, username, password, pathname } = new URL(database.connectionString)
  const gone = await freePort()
  // What the page's examples stand for. The first host is the standby, or does not answer.
  const real: [string, string][] = [
    ["watchkeeper:…@", `${username}:${password}@`],
    ["db1:5432", `127.0.0.1:${gone}`],
    ["db2:5432/watchkeeper", host + pathname],
    ["user:password@", ""],
    ["s1:26379,s2:26379,s3:26379/mymaster", redis.url.slice("redis+sentinel://".length)],
  ]
  const settings = (await blocksOf("setting")).join("")
  expect(settings.match(/^[A-Z_]+(?==)/gm)).toEqual([
    "DATABASE_URL",
    "REDIS_URL",
    "DATABASE_READ_URL",
  ])
  for (const [example] of real) expect(settings).toContain(example)
  const given = real.reduce((text, [example, value]) => text.replaceAll(example, value), settings)
  const commands = (await blocksOf("start")).join("").trimEnd().split("\n")
  expect(commands).toHaveLength(2)
  const common = `SECRET_KEY=${randomBytes(32).toString("base64")}\nPORT=0\nLOG_LEVEL=info\n`
  const script = [
    `set -a\n${common}${given}set +a`,
    "trap 'kill -TERM $(jobs -p)' TERM",
    ...commands.map((command, at) => `DATA_DIR=data${at} ${command} &`),
    "wait; wait",
  ]
  const { shell, said, ended } = await runInShell(path, script.join("\n"))
  try {
    await expect
      .poll(() => new Set(said().match(/"child":"\w+","pid"|ready at/g)))
      .toEqual(
        new Set([
          '"child":"api","pid"',
          '"child":"probe","pid"',
          '"child":"notify","pid"',
          "ready at",
        ]),
      )
    const address = /ready at (http\S+)/.exec(said())?.[1] ?? ""
    expect((await fetch(`${address}/api/health/ready`)).status).toBe(200)
  } finally {
    shell.kill("SIGTERM")
    await ended
  }
})

async function blocksOf(mark: string): Promise<string[]> {
  const text = await readFile(page, "utf8")
  return [...text.matchAll(/^```sh (\w+)\n(.*?)^```$/gms)].flatMap(([, own, block = ""]) =>
    own === mark ? [block] : [],
  )
}

/** Runs commands of the page in an empty folder. */
async function runInShell(path: string, script: string) {
  // Stands for the file in the folder of the clone.
  await mkdir(join(path, "bin"))
  await symlink(launcher, join(path, "bin/watchkeeper.js"))
  const shell = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd: path,
    env: { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`, HOME: path, NO_COLOR: "1" },
  })
  let said = ""
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (said += chunk))
  }
  return { shell, said: () => said, ended: once(shell, "close") }
}
