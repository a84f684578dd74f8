import { createServer } from "node:http"
import { once } from "node:events"
import type { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { saying } from "../support/findings.ts"
import { createChecker } from "../../src/probe/check-target.ts"
import { answerAsAnchor } from "../support/anchor.ts"
import { alwaysProved } from "../../src/probe/kinds/heartbeat.ts"
import { closedPort, listen, listenDeaf, listenDns } from "../support/listeners.ts"
import { httpTarget } from "../support/prober.ts"
import { testEnv, useWorld } from "../support/world.ts"

const world = useWorld()
const host = "shop.fault.test"
const secondsOf = (timeoutSeconds: number) => ({ timeoutSeconds, intervalSeconds: 60 })

async function serve(address: string, port: number, afterMs = 0): Promise<number> {
  const server = createServer((_request, response) => {
    void sleep(afterMs).then(() => response.end("open"))
  })
  await once(server.listen(port, address), "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return port
}

/** Consecutive checks of a name with these addresses, by one prober; its network has an anchor in each family named. */
async function checking(addresses: { A: string[]; AAAA: string[] }, families = [4, 6]) {
  const { server } = await listenDns((type, name) => {
    const found = type === "A" ? addresses.A : type === "AAAA" ? addresses.AAAA : []
    return { answers: found.map((data) => ({ type: type as "A", name, ttl: 1, data })) }
  })
  const four = await listen(answerAsAnchor)
  const six = await listen(answerAsAnchor, "::1")
  const dead = await closedPort()
  const env = {
    ...testEnv,
    RESOLVERS: [server],
    EGRESS_ANCHORS: [
      `127.0.0.1:${families.includes(4) ? four.port : dead}`,
      `[::1]:${families.includes(6) ? six.port : dead}`,
    ],
  }
  let turn = 0
  const databaseNow = () => new Date(turn * 60_000)
  const look = createChecker({ ...world.services, env }, alwaysProved(databaseNow))
  const check = async (port: number, timeoutSeconds = 5) => {
    turn += 1
    const result = await look(httpTarget(`http://${host}:${port}/`, secondsOf(timeoutSeconds)))
    if (result === null) throw new Error("nothing was judged")
    const { status, failureClass, findings, warnings } = result
    return { status, failureClass, findings, warnings }
  }
  // The available families are checked during the first check, of a port that resets.
  await check((await listen((socket) => void socket.resetAndDestroy())).port)
  await expect
    .poll(() => [four.count() > 0, six.count() > 0])
    .toEqual([families.includes(4), families.includes(6)])
  return check
}

const well = { status: "operational", failureClass: null, findings: [], warnings: [] }

test("a name whose IPv6 address refuses is degraded within two checks, stays so, and recovers", async () => {
  const port = await serve("127.0.0.1", await closedPort())
  const check = await checking({ A: ["127.0.0.1"], AAAA: ["::1"] })
  const found = [await check(port), await check(port), await check(port), await check(port)]
  const degraded = {
    status: "degraded",
    failureClass: "connect_refused",
    findings: saying(
      `Works over IPv4 (127.0.0.1) but not over IPv6: [::1]:${port} refused the connection.`,
    ),
  }
  const at = found.findIndex(({ status }) => status === "degraded")
  expect([0, 1]).toContain(at)
  for (const one of found.slice(at)) expect(one).toMatchObject(degraded)
  await serve("::1", port)
  expect([await check(port), await check(port), await check(port)]).toEqual([well, well, well])
})

test("a name whose IPv4 address is silent is degraded", async () => {
  const port = await serve("::1", await closedPort())
  await listenDeaf("127.0.0.1", port)
  const check = await checking({ A: ["127.0.0.1"], AAAA: ["::1"] })
  const found = [await check(port, 1), await check(port, 1)]
  expect(found).toContainEqual({
    status: "degraded",
    failureClass: "connect_timeout",
    findings: saying(/^Works over IPv6 \(::1\) but not over IPv4: 127\.0\.0\.1:/),
    warnings: [],
  })
})

test("one silent address among several of its family makes the name degraded", async () => {
  const other = await serve("127.0.0.2", await closedPort())
  await serve("127.0.0.3", other)
  await listenDeaf("127.0.0.1", other)
  const near = await checking({ A: ["127.0.0.1", "127.0.0.2", "127.0.0.3"], AAAA: [] })
  const reasons = [await near(other, 1), await near(other, 1), await near(other, 1)]
  expect(reasons).toContainEqual(
    expect.objectContaining({
      status: "degraded",
      findings: saying(/^Works over 127\.0\.0\.[23] but not over another address: /),
    }),
  )
})

test("a missing IPv6 connection of our own degrades nothing, and costs no time", async () => {
  const port = await serve("127.0.0.1", await closedPort())
  const check = await checking({ A: ["127.0.0.1"], AAAA: ["::1"] }, [4])
  for (let times = 0; times < 4; times += 1) expect(await check(port)).toEqual(well)
})

test("a silent target is asked again while the first attempt still waits, so one timeout detects it", async () => {
  const waiting = new Set<Socket>()
  const together: number[] = []
  const { port } = await listen((socket) => {
    waiting.add(socket)
    together.push(waiting.size)
    for (const end of ["end", "error"]) socket.on(end, () => waiting.delete(socket))
    socket.resume()
  })
  const check = await checking({ A: ["127.0.0.1"], AAAA: [] })
  expect(await check(port, 4)).toMatchObject({ status: "offline", failureClass: "timeout" })
  // A prober that was late itself asks once more.
  expect(together.slice(0, 2)).toEqual([1, 2])
})

test("a slow but healthy target gets one attempt once its speed is known", async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    void sleep(1500).then(() => response.end("open"))
  })
  const port = await closedPort()
  await once(server.listen(port, "127.0.0.1"), "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const check = await checking({ A: ["127.0.0.1"], AAAA: [] })
  expect(await check(port)).toEqual(well)
  expect(asked).toBe(2)
  const askedBy = async () => {
    const before = asked
    expect(await check(port)).toEqual(well)
    return asked - before
  }
  // A prober that was late itself asks once more, but not each time.
  await expect.poll(askedBy).toBe(1)
})
