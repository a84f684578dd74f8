import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { createInterface } from "node:readline"
import type { Services } from "../src/platform/services.ts"
import { findProgram } from "./machine.ts"

/**
 * Measures without Redis, with it, or both, one after the other.
 *
 * @param ways of `--redis`: "without", "with" or "without,with".
 */
export async function eachBus(
  ways: string,
  measure: (name: string, settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  for (const way of ways.split(",")) {
    if (way === "without") await measure("without Redis", {})
    else if (way === "with") await withRedis((url) => measure("with Redis", { REDIS_URL: url }))
    else throw new Error('--redis: write "without", "with" or "without,with"')
  }
}

/** The title of a table of one way. Without Redis it is the plain one: that is what is installed by default. */
export const titleOf = (what: string, bus: string): string =>
  bus === "without Redis" ? what : `${what}, ${bus}`

/** A project may send 300 requests a minute. Forgets those of this minute. */
export async function forgetRequests({ database }: Pick<Services, "database">): Promise<void> {
  await database.pool.query("update request_count set window_used = 0")
}

async function withRedis(work: (url: string) => Promise<void>): Promise<void> {
  const program = await findProgram("/usr/bin/redis-server", "redis-server")
  if (program === null) {
    process.stdout.write("\nredis-server is missing: apt-get install redis-server\n")
    return
  }
  const redis = await startRedis(program)
  try {
    await work(redis.url)
  } finally {
    await redis.stop()
  }
}

/** Starts a redis-server on loopback without persistence. */
export async function startRedis(
  program: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const port = await freePort()
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""]
  const child = spawn(program, [...settings, "--appendonly", "no"], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (/ready to accept connections/i.test(line)) break
  }
  child.stdout.resume()
  process.once("exit", () => child.kill())
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM")
      await once(child, "exit")
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("server has no port")
  return address.port
}
