import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { beforeAll, describe, expect, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import type { Method } from "../../src/probe/icmp/channel.ts"
import { createLines } from "../../src/probe/icmp/icmp-socket.ts"
import { decode, encodeEcho } from "../../src/probe/icmp/packet.ts"
import { findProgram, runProgram } from "../../src/probe/icmp/program.ts"
import { createPingProbe, icmpAbility, probePing } from "../../src/probe/kinds/ping.ts"
import { noPhases, nothingSeen, type Observation } from "../../src/probe/observation.ts"
import { ensureProgram } from "../support/apt.ts"
import { makeTools, noDeadline } from "../support/prober.ts"

type PingTarget = Target<"ping">

const target = (host: string, more: Partial<PingTarget> = {}): PingTarget => ({
  monitorId: "0190f5fe-0000-7000-8000-000000000001",
  monitorSeq: 1,
  projectId: "0190f5fe-0000-7000-8000-000000000002",
  name: "ping",
  intervalSeconds: 60,
  timeoutSeconds: 10,
  checkRequestedAt: null,
  kind: "ping",
  host,
  assertions: [],
  ...more,
})

const milliseconds: unknown = expect.any(Number)
const answered = (address: string) => ({
  ...nothingSeen,
  address,
  phases: { ...noPhases, connectMs: milliseconds },
})
const failure = (failureClass: string, reason: string | RegExp, ...peers: string[]) => ({
  class: failureClass,
  level: "offline",
  findings: saying(reason),
  ...(peers.length > 0 && { peers }),
})

const sources = new URL("../../src/", import.meta.url).href
/** Pings one host after another in a separate process, which must then exit by itself. */
const pinger = `
import { systemClock } from "${sources}platform/clock.ts"
import { createGuard } from "${sources}platform/guard.ts"
import { createDialer } from "${sources}probe/dial.ts"
import { createLines } from "${sources}probe/icmp/icmp-socket.ts"
import { createPingProbe, icmpAbility } from "${sources}probe/kinds/ping.ts"
import { createResolver } from "${sources}probe/resolve.ts"
const { targets, methods, timeoutMs, atOnce } = JSON.parse(process.argv[1])
const guard = createGuard(["0.0.0.0/0", "::/0"])
const resolver = createResolver({ servers: ["127.0.0.1:9"], timeoutMs: 200 })
const clock = systemClock
const tools = { guard, resolver, clock, dialer: createDialer({ guard, resolver, clock }) }
const probe = createPingProbe(createLines(methods))
const seen = []
for (const target of targets) {
  const looks = Array.from({ length: atOnce }, async () => {
    const fromMs = performance.now()
    const observation = await probe(target, tools, AbortSignal.timeout(timeoutMs))
    return { ...observation, tookMs: performance.now() - fromMs }
  })
  seen.push(...(await Promise.all(looks)))
}
const before = process.cpuUsage()
await new Promise((resolve) => setTimeout(resolve, 100))
const idleCpuMs = process.cpuUsage(before).user / 1000
console.log(JSON.stringify({ ability: await icmpAbility(), seen, idleCpuMs }))
`

type Look = Observation & { tookMs: number }
type Report = { ability: unknown; seen: Look[]; idleCpuMs: number }

/**
 * A network namespace with loopback and a neighbor 10.3.0.2 that routes. Behind it 10.4.0.0/16 is unreachable,
 * 10.3.0.3 does not exist, and 10.5.0.0/16 is blackholed from the start.
 */
const network = `
set -e
ip link set lo up
unshare --net sleep 60 & router=$!
trap 'kill $router' EXIT
until [ "$(readlink /proc/$router/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do sleep 0.02; done
ip link add near type veth peer name far netns $router
ip addr add 10.3.0.1/24 dev near
ip addr add fd00:3::1/64 dev near nodad
ip link set near up
nsenter --target $router --net sh -ec '
  ip link set lo up
  ip addr add 10.3.0.2/24 dev far
  ip addr add 10.3.0.9/24 dev far
  ip addr add fd00:3::2/64 dev far nodad
  ip link set far up
  echo 1 > /proc/sys/net/ipv4/ip_forward
  echo 1 > /proc/sys/net/ipv6/conf/all/forwarding
  ip route add unreachable 10.4.0.0/16
  ip route add unreachable fd00:4::/64
  '"$ROUTER_SETUP"
ip route add 10.4.0.0/16 via 10.3.0.2
ip route add fd00:4::/64 via fd00:3::2
ip route add unreachable 10.5.0.0/16
eval "$SETUP"
$PREFIX "$NODE" --input-type=module --no-warnings -e "$PINGER" "$INPUT"
`

type Stage = {
  hosts: string[]
  methods?: Method[]
  timeoutMs?: number
  atOnce?: number
  setup?: string
  routerSetup?: string
  prefix?: string
}

async function onStage(stage: Stage): Promise<Report> {
  const unshare = await ensureProgram("unshare", "util-linux")
  const isRoot = process.getuid?.() === 0
  const input = {
    targets: stage.hosts.map((host) => target(host)),
    methods: stage.methods ?? ["datagram", "raw"],
    timeoutMs: stage.timeoutMs ?? 3000,
    atOnce: stage.atOnce ?? 1,
  }
  const { stdout } = await promisify(execFile)(
    unshare,
    [...(isRoot ? [] : ["--map-root-user"]), "--net", "--mount", "sh", "-c", network],
    {
      env: {
        ...process.env,
        PATH: `${process.env["PATH"]}:/usr/sbin:/sbin`,
        NODE: process.execPath,
        PINGER: pinger,
        INPUT: JSON.stringify(input),
        SETUP: stage.setup ?? "",
        ROUTER_SETUP: stage.routerSetup ?? "",
        PREFIX: stage.prefix ?? "",
      },
    },
  )
  return JSON.parse(stdout) as Report
}

const allow = 'echo "0 2147483647" > /proc/sys/net/ipv4/ping_group_range'

beforeAll(async () => {
  await ensureProgram("ip", "iproute2")
})

describe("on this machine", () => {
  test.each(["127.0.0.1", "::1"])("%s replies, and the round trip is timed", async (host) => {
    const seen = await probePing(target(host), makeTools(), noDeadline())
    expect(seen).toEqual(answered(host))
    expect(seen.phases.connectMs).toBeGreaterThan(0)
    expect(seen.phases.connectMs).toBeLessThan(1000)
  })

  test("a name is resolved, and a limit applies to the round trip alone", async () => {
    const limit = { kind: "response_time" as const, maxMs: 5000, level: "degraded" as const }
    const seen = await probePing(
      target("localhost", { assertions: [limit] }),
      makeTools(),
      noDeadline(),
    )
    expect(seen).toMatchObject({
      failure: null,
      address: "127.0.0.1",
      phases: { dnsMs: milliseconds, connectMs: milliseconds },
      assertions: [{ name: "response_time", passed: true }],
    })
  })

  test("a forbidden address is never pinged", async () => {
    const seen = await probePing(target("127.0.0.1"), makeTools({ ranges: [] }), noDeadline())
    expect(seen).toEqual({
      ...nothingSeen,
      failure: failure("forbidden_address", /127\.0\.0\.1 is a loopback/),
    })
  })

  test("a closed socket is opened again by the next ping", async () => {
    const lines = createLines(["datagram", "raw"])
    const probe = createPingProbe(lines)
    expect(await probe(target("127.0.0.1"), makeTools(), noDeadline())).toEqual(
      answered("127.0.0.1"),
    )
    await lines.close()
    expect(await probe(target("127.0.0.1"), makeTools(), noDeadline())).toEqual(
      answered("127.0.0.1"),
    )
    await lines.close()
  })

  test("reports which method it uses", async () => {
    const { method, missing } = await icmpAbility()
    expect(["datagram", "raw", "program"]).toContain(method)
    expect(missing).toBeNull()
  })
})

describe.each(["datagram", "raw"] as const)("over a %s socket", (method) => {
  const methods = [method]
  const setup = method === "datagram" ? allow : ""

  test("both families reply, also over a network interface", async () => {
    const hosts = ["127.0.0.1", "::1", "10.3.0.2", "fd00:3::2"]
    const { seen, ability } = await onStage({ hosts, methods, setup })
    expect(seen).toEqual(hosts.map((host) => ({ ...answered(host), tookMs: milliseconds })))
    expect(ability).toEqual({ method, missing: null })
  })

  test("silence is reported after the timeout, and after three echoes", async () => {
    const routerSetup = "echo 1 > /proc/sys/net/ipv4/icmp_echo_ignore_all"
    const { seen } = await onStage({
      hosts: ["10.3.0.2"],
      methods,
      setup,
      routerSetup,
      timeoutMs: 800,
    })
    expect(seen).toEqual([
      {
        ...nothingSeen,
        address: "10.3.0.2",
        failure: failure(
          "connect_timeout",
          /^10\.3\.0\.2 did not answer 3 echoes within [01]\.\d s\.$/,
          "10.3.0.2",
        ),
        tookMs: milliseconds,
      },
    ])
    expect(seen[0]?.tookMs).toBeLessThan(1500)
  })

  test("errors of a router or of our own routing table end the ping at once", async () => {
    const hosts = ["10.4.0.1", "fd00:4::1", "10.5.0.1", "127.0.0.1", "10.3.0.2"]
    const { seen, idleCpuMs } = await onStage({ hosts, methods, setup, timeoutMs: 5000 })
    expect(seen.map((one) => one.failure)).toEqual([
      failure("no_route", "The target is unreachable: 10.4.0.1: host unreachable.", "10.4.0.1"),
      failure("no_route", /^The target is unreachable: fd00:4::1: /, "fd00:4::1"),
      failure("no_route", "The target is unreachable: 10.5.0.1: EHOSTUNREACH.", "10.5.0.1"),
      null,
      null,
    ])
    for (const { tookMs } of seen) expect(tookMs).toBeLessThan(1500)
    // An unread error in the socket's queue would keep waking the event loop.
    expect(idleCpuMs).toBeLessThan(50)
  })

  test("five hundred concurrent pings share the socket without mixing up replies", async () => {
    const hosts = ["10.3.0.9", "10.4.0.1", "10.3.0.2"]
    const { seen } = await onStage({ hosts, methods, setup, timeoutMs: 4000, atOnce: 500 })
    const classes = seen.map(({ failure }) => failure?.class ?? "fine")
    expect(new Set(classes.slice(0, 500))).toEqual(new Set(["fine"]))
    // Routers limit how often they report this; other pings stay unanswered.
    expect(classes.slice(500, 1000)).not.toContain("fine")
    expect(new Set(classes.slice(1000))).toEqual(new Set(["fine"]))
  })

  test("a process that receives no replies at all reports an internal error", async () => {
    const deaf = "echo 1 > /proc/sys/net/ipv4/icmp_echo_ignore_all"
    const { seen } = await onStage({
      hosts: ["10.3.0.2"],
      methods,
      setup: `${setup}\n${deaf}`,
      routerSetup: deaf,
      timeoutMs: 2000,
    })
    expect(seen[0]?.failure).toEqual(
      failure("internal", /net\.ipv4\.icmp_echo_ignore_all/, "10.3.0.2"),
    )
  })
})

const hidePrograms = `
for program in ping fping; do
  for folder in /usr/bin /bin /usr/sbin /sbin /usr/local/bin; do
    if [ -e $folder/$program ]; then mount --bind /dev/null $folder/$program; fi
  done
done`

test("a system that forbids ping is distinguished from an outage, with what to allow", async () => {
  const { seen, ability } = await onStage({
    hosts: ["127.0.0.1"],
    // No permission for raw sockets, the group range closed by default, and no executable program.
    prefix: `${await ensureProgram("setpriv", "util-linux")} --bounding-set=-net_raw --inh-caps=-net_raw`,
    setup: hidePrograms,
  })
  expect(ability).toEqual({ method: "none", missing: expect.stringContaining("CAP_NET_RAW") })
  expect(seen[0]?.failure?.class).toBe("internal")
  expect(said(seen[0]?.failure)).toContain("net.ipv4.ping_group_range='0 2147483647'")
})

test("without permission to run the program there is no method either", async () => {
  await ensureProgram("fping", "fping")
  const { seen, ability } = await onStage({
    hosts: ["127.0.0.1"],
    prefix: `${await ensureProgram("setpriv", "util-linux")} --bounding-set=-net_raw --inh-caps=-net_raw`,
  })
  const words = /or install ping .* or fping; .*ping (could not|ended)/
  expect(ability).toEqual({ method: "none", missing: expect.stringMatching(words) })
  expect(seen[0]?.failure).toEqual(failure("internal", words, "127.0.0.1"))
})

test("the system's program is used if no socket is allowed", async () => {
  await ensureProgram("fping", "fping")
  const program = await findProgram()
  expect(program?.name).toMatch(/^f?ping$/)
  const fping = { name: "fping", path: await ensureProgram("fping", "fping") } as const
  for (const address of ["127.0.0.1", "::1"]) {
    const result = await runProgram(fping, address, noDeadline())
    expect(result).toEqual({ kind: "answered", address, roundTripMs: milliseconds })
  }
})

describe("packets", () => {
  const echo = { sequence: 0x0102, token: Buffer.from("0123456789abcdef") }

  test("the checksum makes the total sum all ones", () => {
    const packet = encodeEcho(4, 0xbeef, echo)
    let sum = 0
    for (let at = 0; at < packet.length; at += 2) sum += packet.readUInt16BE(at)
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
    expect(sum).toBe(0xffff)
  })

  test("a reply is parsed with and without the header that raw sockets add", () => {
    const reply = encodeEcho(4, 7, echo)
    reply[0] = 0
    const header = Buffer.alloc(24)
    header[0] = 0x46
    const expected = { kind: "reply", identifier: 7, ...echo }
    expect(decode(4, reply)).toEqual(expected)
    expect(decode(4, Buffer.concat([header, reply]))).toEqual(expected)
  })

  test("an unreachable error that quotes only eight bytes is still recognized", () => {
    const quoted = Buffer.concat([Buffer.from([0x45]), Buffer.alloc(19), encodeEcho(4, 7, echo)])
    const error = Buffer.concat([Buffer.from([3, 13]), Buffer.alloc(6), quoted.subarray(0, 28)])
    expect(decode(4, error)).toEqual({
      kind: "unreachable",
      identifier: 7,
      sequence: 0x0102,
      token: null,
      why: { fault: "filtered", icmpCode: 13, words: null },
    })
  })

  test("any other packet is ignored", () => {
    for (const family of [4, 6] as const) {
      for (let length = 0; length < 80; length += 1) {
        expect(decode(family, Buffer.alloc(length, 0x45))).toBeNull()
      }
      expect(decode(family, encodeEcho(family, 7, echo))).toBeNull()
    }
  })
})
