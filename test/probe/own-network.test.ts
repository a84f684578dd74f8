import { execFile } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { beforeAll, expect, test } from "vitest"
import { systemClock } from "../../src/platform/clock.ts"
import { createOwnNetwork, type Proof } from "../../src/probe/own-network.ts"
import { createSamples } from "../../src/probe/samples.ts"
import type { Dependency } from "../../src/probe/dependency.ts"
import { answerAsAnchor } from "../support/anchor.ts"
import { ensureProgram } from "../support/apt.ts"
import { closedPort, listen, listenDns } from "../support/listeners.ts"

/** Takes ten seconds, beside the other tests. */
let withoutReplies: ReturnType<typeof proveWithoutReplies>
beforeAll(() => {
  withoutReplies = proveWithoutReplies()
  void Promise.allSettled([withoutReplies])
})

/** Samples of a part of the network that is up or down, on a clock controlled by the test. */
function makeSamples() {
  const state = { alive: true, nowMs: 0, asked: 0, answering: Promise.resolve() }
  const ask = async () => {
    state.asked += 1
    await state.answering
    return { alive: state.alive, samples: [] }
  }
  const samples = createSamples(ask, { monotonicMs: () => state.nowMs })
  const sampleAt = async (nowMs: number, alive: boolean) => {
    Object.assign(state, { nowMs, alive })
    await samples.next()
  }
  return { state, samples, sampleAt }
}

test("samples that were up before, during and after an attempt prove that the network was up", async () => {
  const { state, samples, sampleAt } = makeSamples()
  await sampleAt(0, true)
  await sampleAt(1000, true)
  state.nowMs = 2000
  expect(await samples.over(10, 1900)).toMatchObject({ alive: true, fromMs: 2000 })
})

test.each([
  ["before", [false, true, true]],
  ["during", [true, false, true]],
  ["after", [true, true, false]],
])(
  "one sample that was down %s the attempt proves nothing",
  async (_when, [before, during, after]) => {
    const { state, samples, sampleAt } = makeSamples()
    await sampleAt(0, before === true)
    await sampleAt(1000, during === true)
    Object.assign(state, { nowMs: 2000, alive: after === true })
    expect(await samples.over(10, 1900)).toMatchObject({ alive: false })
  },
)

test("samples too far apart, or none before, prove nothing", async () => {
  const { state, samples, sampleAt } = makeSamples()
  state.nowMs = 100
  expect(await samples.over(10, 90)).toBe(null)
  await sampleAt(200, true)
  state.nowMs = 9000
  expect(await samples.over(210, 8900)).toBe(null)
})

test("a sample that was under way when an attempt started does not prove the time before", async () => {
  const { state, samples } = makeSamples()
  const answer = Promise.withResolvers<void>()
  state.answering = answer.promise
  const underWay = samples.next()
  await expect.poll(() => state.asked).toBe(1)
  state.nowMs = 30
  answer.resolve()
  await underWay
  // Its request may have been sent after that of the attempt, when the network was back.
  expect(await samples.over(20, 900)).toBe(null)
  expect(await samples.over(40, 900)).toMatchObject({ alive: true })
  expect(await samples.over(20, 900, 40)).toMatchObject({ alive: true })
})

test("requests within a tenth of a second share a sample, and a watch takes one each second", async () => {
  const { state, samples } = makeSamples()
  const [one, other] = await Promise.all([samples.next(), samples.next()])
  expect(other).toBe(one)
  expect(state.asked).toBe(1)
  const stop = samples.watch()
  const stopOther = samples.watch()
  await expect.poll(() => state.asked).toBe(2)
  stop()
  await expect.poll(() => state.asked).toBe(3)
  stopOther()
})

const portOf = async (host: string, isAlive: boolean) =>
  isAlive ? (await listen(answerAsAnchor, host)).port : closedPort()

/** What a failure to connect depends on. */
const silence = (family: 4 | 6 | null, names: Dependency["names"] = null): Dependency => ({
  peers: [],
  family,
  path: "alive",
  names,
  hasOwnServer: false,
  isSilent: true,
  given: [],
  isPing: false,
  isPlain: false,
})

/** A network with one anchor per family that is up or down, and a name server that may be silent. */
async function makeNetwork(alive: { 4: boolean; 6: boolean; names: boolean }) {
  const four = `127.0.0.1:${await portOf("127.0.0.1", alive[4])}`
  const six = `[::1]:${await portOf("::1", alive[6])}`
  const { server } = await listenDns(() => (alive.names ? {} : null), alive.names)
  const network = createOwnNetwork({
    anchors: [four, six],
    servers: [server],
    names: [{ name: ".", addresses: [] }],
    pages: [],
    clock: systemClock,
  })
  const prove = async (needs: Dependency) => {
    using _ = await network.watch(needs.isPing)
    await network.prepare(0)
    const fromMs = systemClock.monotonicMs()
    await sleep(20)
    return network.prove(needs, fromMs, systemClock.monotonicMs(), fromMs)
  }
  const proveAll = (family: 4 | 6 | null, areNames = false, isPing = false) =>
    prove({ ...silence(family, areNames ? "honest" : null), isPing })
  return { network, proveAll, four, six, server }
}

test("a family is proven by its own anchors, and either suffices if both were tried", async () => {
  const { network, proveAll, four, six } = await makeNetwork({ 4: true, 6: false, names: true })
  const reached = [{ anchor: four, reachable: true, durationMs: expect.any(Number) }]
  const missed = [{ anchor: six, reachable: false, durationMs: expect.any(Number) }]
  expect(await proveAll(4)).toMatchObject({ alive: true, isBack: true, samples: reached, part: 4 })
  expect(await proveAll(6)).toMatchObject({ alive: false, isBack: false, samples: missed, part: 6 })
  expect(await proveAll(null)).toMatchObject({ alive: true, samples: [...reached, ...missed] })
  expect([network.wasAlive(4), network.wasAlive(6)]).toEqual([true, false])
  expect(await network.now(silence(6))).toMatchObject({ alive: false, samples: missed })
})

test("a name that could not be resolved also needs name servers that respond", async () => {
  const dead = await makeNetwork({ 4: true, 6: true, names: false })
  const missed = [{ anchor: `name server ${dead.server}`, reachable: false }]
  expect(await dead.proveAll(null, true)).toMatchObject({ alive: false, samples: missed })
  const alive = await makeNetwork({ 4: true, 6: true, names: true })
  expect(await alive.proveAll(null, true)).toMatchObject({ alive: true, part: null })
})

test("a name server that is silent delays no attempt by being asked what only an honest one knows", async () => {
  const asked: string[] = []
  const port = await portOf("127.0.0.1", true)
  const { server } = await listenDns((_type, name) => {
    asked.push(name)
    return null
  })
  const network = createOwnNetwork({
    anchors: [`127.0.0.1:${port}`],
    servers: [server],
    names: [{ name: ".", addresses: [] }],
    pages: [],
    clock: systemClock,
  })
  using _ = await network.watch(false)
  await network.prepare(0)
  expect(new Set(asked)).toEqual(new Set(["."]))
})

test("an unanswered ping also needs anchors that reply to pings", async () => {
  const { proveAll } = await makeNetwork({ 4: true, 6: true, names: true })
  expect(await proveAll(4, false, true)).toMatchObject({ alive: true, part: 4 })
  const { proved, provedOnceTargetsReplied } = await withoutReplies
  expect(proved).toMatchObject({
    alive: false,
    part: "IPv4 pings",
    samples: [{ anchor: expect.stringMatching(/^ping 127\.0\.0\.1:/), reachable: false }],
  })
  // Anchors that ignore pings say nothing about them, once targets have replied to several.
  expect(provedOnceTargetsReplied).toMatchObject({ alive: true, part: 4 })
})

const sources = new URL("../../src/", import.meta.url).href
const prover = `
import { createServer } from "node:net"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { systemClock as clock } from "${sources}platform/clock.ts"
import { createOwnNetwork } from "${sources}probe/own-network.ts"
const server = createServer((socket) => socket.once("data", () => socket.end("anchor"))).listen(0, "127.0.0.1")
await once(server, "listening")
const anchors = ["127.0.0.1:" + server.address().port]
const network = createOwnNetwork({ anchors, servers: [], names: [], pages: [], clock })
const needs = { peers: [], family: 4, path: "alive", names: null, isSilent: true, given: [], isPing: true }
async function prove() {
  using _ = await network.watch(true)
  await network.prepare(0)
  const fromMs = clock.monotonicMs()
  await sleep(20)
  return network.prove(needs, fromMs, clock.monotonicMs(), fromMs)
}
const proved = await prove()
setInterval(() => network.noteReply(4), 50)
let provedOnceTargetsReplied
do provedOnceTargetsReplied = await prove()
while (!provedOnceTargetsReplied.alive)
console.log(JSON.stringify({ proved, provedOnceTargetsReplied }))
process.exit()
`

/** Proves the network in a namespace whose system accepts connections and ignores pings. */
async function proveWithoutReplies(): Promise<{
  proved: Proof
  provedOnceTargetsReplied: Proof
}> {
  await ensureProgram("ip", "iproute2")
  const unshare = await ensureProgram("unshare", "util-linux")
  const asRoot = process.getuid?.() === 0 ? [] : ["--map-root-user"]
  const setUp =
    'ip link set lo up && echo 1 > /proc/sys/net/ipv4/icmp_echo_ignore_all && exec "$NODE" --input-type=module --no-warnings -e "$PROVER"'
  const { stdout } = await promisify(execFile)(
    unshare,
    [...asRoot, "--net", "--mount", "sh", "-c", setUp],
    {
      env: {
        ...process.env,
        PATH: `${process.env["PATH"]}:/usr/sbin:/sbin`,
        NODE: process.execPath,
        PROVER: prover,
      },
    },
  )
  return JSON.parse(stdout) as { proved: Proof; provedOnceTargetsReplied: Proof }
}
