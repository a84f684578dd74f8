import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Redis } from "ioredis"
import { expect } from "vitest"
import { ensureProgram } from "./apt.ts"
import { freePort } from "./port.ts"

const name = "watchkeeper"

/** A primary, a replica and three Sentinels, of Redis or of Valkey. */
export async function startSentinels(program: string, debianPackage: string) {
  const path = await ensureProgram(program, debianPackage)
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-sentinel-"))
  const children: ChildProcess[] = []
  const start = async (port: number, args: string[], ready: RegExp) => {
    const child = spawn(path, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] })
    children.push(child)
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (ready.test(line)) resolve()
      })
      child.once("exit", () => reject(new Error(`${program} ended on port ${port}`)))
    })
    return child
  }
  const [first, second] = [await freePort(), await freePort()]
  const primary = await start(first, serverArgs(first), /ready to accept connections/i)
  await start(
    second,
    [...serverArgs(second), "--replicaof", "127.0.0.1", `${first}`],
    /sync: Finished with success/i,
  )
  const sentinels = [await freePort(), await freePort(), await freePort()]
  for (const port of sentinels) {
    const file = join(folder, `${port}.conf`)
    await writeFile(
      file,
      `port ${port}
bind 127.0.0.1
sentinel monitor ${name} 127.0.0.1 ${first} 2
sentinel down-after-milliseconds ${name} 1000
sentinel failover-timeout ${name} 3000
`,
    )
    await start(port, [file, "--sentinel"], /\+monitor/)
  }
  await Promise.all(sentinels.map(untilReady))
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(",")}/${name}`,
    async killPrimary() {
      const ended = once(primary, "exit")
      primary.kill("SIGKILL")
      await ended
    },
    async stop() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, "exit")
        child.kill("SIGKILL")
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const serverArgs = (port: number): string[] => [
  "--port",
  `${port}`,
  "--bind",
  "127.0.0.1",
  "--save",
  "",
  "--repl-diskless-sync-delay",
  "0",
]

/** A Sentinel that does not know the others or the replica cannot take part in a failover. */
async function untilReady(port: number): Promise<void> {
  const sentinel = new Redis(port, "127.0.0.1")
  try {
    await expect
      .poll(async () => String(await sentinel.call("sentinel", "ckquorum", name)))
      .toMatch(/^OK 3/)
    await expect
      .poll(async () => JSON.stringify(await sentinel.call("sentinel", "replicas", name)))
      .toMatch(/"flags","slave"/)
  } finally {
    sentinel.disconnect()
  }
}
