import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"
import { afterEach, expect, test } from "vitest"
import { checkEgress } from "../../src/probe/egress.ts"

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close()
    await once(server, "close")
  }
})

/** A listener that closes every connection, and counts them. */
async function listen(host = "127.0.0.1") {
  const counted = { connections: 0 }
  const server = createServer((socket) => {
    counted.connections += 1
    socket.destroy()
  })
  servers.push(server)
  server.listen(0, host)
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port was given")
  const name = host.includes(":") ? `[${host}]` : host
  return { anchor: `${name}:${address.port}`, counted }
}

async function closedAnchor(): Promise<string> {
  const { anchor } = await listen()
  const server = servers.pop()
  if (server !== undefined) await once(server.close(), "close")
  return anchor
}

const sleeper = `
const server = require("node:net").createServer()
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
  require("node:fs").writeSync(1, String(server.address().port))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

/** A listener that never accepts, with a full backlog: the kernel silently drops every further SYN. */
async function swallow() {
  const child = spawn(process.execPath, ["-e", sleeper], { stdio: ["ignore", "pipe", "inherit"] })
  const [said]: unknown[] = await once(child.stdout, "data")
  const port = Number(said)
  const fillers: Socket[] = []
  for (let count = 0; count < 2; count += 1) {
    const filler = connect(port, "127.0.0.1")
    filler.on("error", () => undefined)
    await once(filler, "connect")
    fillers.push(filler)
  }
  return {
    anchor: `127.0.0.1:${port}`,
    async close() {
      for (const filler of fillers) filler.destroy()
      child.kill("SIGKILL")
      await once(child, "exit")
    },
  }
}

const milliseconds: unknown = expect.any(Number)
/** Connecting to the broadcast address fails at once, without sending a packet. */
const unreachable = "255.255.255.255:443"

test("one anchor that responds proves that the network is up, whatever the others do", async () => {
  const { anchor } = await listen()
  const { anchor: six } = await listen("::1")
  expect(await checkEgress({ anchors: [unreachable, anchor, six] })).toEqual({
    alive: true,
    samples: [
      { anchor: unreachable, reachable: false, durationMs: milliseconds },
      { anchor, reachable: true, durationMs: milliseconds },
      { anchor: six, reachable: true, durationMs: milliseconds },
    ],
  })
})

test("a refusal proves nothing, also for a name with two addresses: our own firewall may have sent it", async () => {
  const refusing = await closedAnchor()
  const named = refusing.replace("127.0.0.1", "localhost")
  for (const anchor of [refusing, named]) {
    expect(await checkEgress({ anchors: [anchor] })).toEqual({
      alive: false,
      samples: [{ anchor, reachable: false, durationMs: milliseconds }],
    })
  }
})

test("without any response the network is down; invalid or no anchors prove nothing", async () => {
  const anchors = [unreachable, "nonsense", "127.0.0.1:0", "127.0.0.1:70000"]
  expect(await checkEgress({ anchors })).toEqual({
    alive: false,
    samples: anchors.map((anchor) => ({ anchor, reachable: false, durationMs: milliseconds })),
  })
  expect(await checkEgress({ anchors: [] })).toEqual({ alive: false, samples: [] })
})

test("probes one family if only that matters", async () => {
  const { anchor: four } = await listen()
  const { anchor: six } = await listen("::1")
  const anchors = [four, six]
  const onlySix = await checkEgress({ anchors, family: 6 })
  expect(onlySix.samples.map(({ anchor }) => anchor)).toEqual([six])
  const onlyFour = await checkEgress({ anchors, family: 4 })
  expect(onlyFour.samples.map(({ anchor }) => anchor)).toEqual([four])
})

test("a silent anchor is waited for until the timeout, and only briefly once another responded", async () => {
  // A full backlog drops the next SYN, like a network that is down.
  const silent = await swallow()
  const dead = await checkEgress({ anchors: [silent.anchor], timeoutMs: 300 })
  expect(dead.alive).toBe(false)
  expect(dead.samples[0]?.durationMs).toBeGreaterThanOrEqual(290)
  expect(dead.samples[0]?.durationMs).toBeLessThan(1500)

  const { anchor } = await listen()
  const fromMs = performance.now()
  const alive = await checkEgress({ anchors: [silent.anchor, anchor], timeoutMs: 15_000 })
  expect(performance.now() - fromMs).toBeLessThan(5000)
  expect(alive.samples.map(({ reachable }) => reachable)).toEqual([false, true])

  const aborted = AbortSignal.abort()
  const stopped = await checkEgress({ anchors: [anchor], signal: aborted })
  expect(stopped.alive).toBe(false)
  await silent.close()
})
