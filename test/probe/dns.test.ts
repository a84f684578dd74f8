import { encode, type Answer } from "dns-packet"
import fc from "fast-check"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { makeQuery, queryName, read } from "../../src/probe/dns/dns-message.ts"
import { render } from "../../src/probe/dns/render.ts"
import { parseServer } from "../../src/probe/dns/server.ts"
import { probeDns } from "../../src/probe/kinds/dns.ts"
import { noPhases, nothingSeen } from "../../src/probe/observation.ts"
import { startDnsServer, type Asked, type Reply } from "../support/dns-server.ts"
import { makeTools, noDeadline } from "../support/prober.ts"
import { soon } from "../support/soon.ts"

type DnsTarget = Target<"dns">

const target = (more: Partial<DnsTarget>): DnsTarget => ({
  monitorId: "0190f5fe-0000-7000-8000-000000000001",
  monitorSeq: 1,
  projectId: "0190f5fe-0000-7000-8000-000000000002",
  name: "record",
  intervalSeconds: 60,
  timeoutSeconds: 10,
  checkRequestedAt: null,
  kind: "dns",
  host: "shop.example",
  recordType: "A",
  resolver: null,
  expectedValues: [],
  assertions: [],
  ...more,
})

const milliseconds: unknown = expect.any(Number)
const phases = { ...noPhases, dnsMs: milliseconds }
const a = (data: string, name = "shop.example"): Answer => ({ type: "A", name, ttl: 60, data })

/** Queries a scripted server as the monitor's own resolver. */
async function look(
  script: (asked: Asked) => Reply,
  more: Partial<DnsTarget> = {},
  signal = noDeadline(),
) {
  const dns = await startDnsServer(script)
  const seen = await probeDns(target({ resolver: dns.server, ...more }), makeTools(), signal)
  return { ...dns, seen }
}

test("a response contains all records, the time it took and the server", async () => {
  const { seen, asked } = await look(() => ({ answers: [a("192.0.2.10"), a("192.0.2.9")] }))
  expect(seen).toEqual({
    ...nothingSeen,
    phases,
    address: "127.0.0.1",
    answers: ["192.0.2.9", "192.0.2.10"],
    assertions: [
      {
        name: "answer",
        passed: true,
        expected: saying("at least one A record"),
        seen: saying("192.0.2.9, 192.0.2.10"),
      },
    ],
  })
  expect(
    asked.map(({ name, type, transport, hasExtension }) => [name, type, transport, hasExtension]),
  ).toEqual([["shop.example", "A", "udp", true]])
})

const name = "shop.example"
const records: [DnsTarget["recordType"], Answer[], string, string[]][] = [
  ["A", [a("192.0.2.1")], "192.0.2.1", ["192.0.2.1"]],
  [
    "AAAA",
    [{ type: "AAAA", name, data: "2001:0DB8:0::1" }],
    "2001:db8::1",
    ["2001:DB8:0:0:0:0:0:1"],
  ],
  [
    "CAA",
    [{ type: "CAA", name, data: { flags: 0, tag: "issue", value: "ca.example" } }],
    '0 issue "ca.example"',
    ["0 issue ca.example"],
  ],
  ["CNAME", [{ type: "CNAME", name, data: "Edge.example" }], "edge.example", ["EDGE.example."]],
  [
    "MX",
    [
      { type: "MX", name, data: { preference: 20, exchange: "mail2.example" } },
      { type: "MX", name, data: { preference: 5, exchange: "mail1.example" } },
    ],
    "5 mail1.example, 20 mail2.example",
    ["5 mail1.example", "mail2.example."],
  ],
  ["NS", [{ type: "NS", name, data: "ns1.example" }], "ns1.example", ["ns1.example"]],
  ["PTR", [{ type: "PTR", name, data: "host.example" }], "host.example", ["host.example"]],
  [
    "SOA",
    [
      {
        type: "SOA",
        name,
        data: {
          mname: "ns1.example",
          rname: "admin.example",
          serial: 7,
          refresh: 3600,
          retry: 600,
          expire: 86_400,
          minimum: 60,
        },
      },
    ],
    "ns1.example admin.example 7 3600 600 86400 60",
    ["ns1.example. admin.example. 7 3600 600 86400 60"],
  ],
  [
    "SRV",
    [{ type: "SRV", name, data: { priority: 1, weight: 2, port: 443, target: "a.example" } }],
    "1 2 443 a.example",
    ["1 2 443 a.example"],
  ],
  [
    "TXT",
    [{ type: "TXT", name, data: ["v=spf1 ", "-all", "\0"] }],
    "v=spf1 -all\\000",
    ['"v=spf1 -all\\000"'],
  ],
]

test.each(records)(
  "%s records are formatted as people write them",
  async (recordType, answers, shown, expected) => {
    const { seen } = await look(() => ({ answers }), { recordType, expectedValues: expected })
    expect(seen.failure).toBeNull()
    expect(seen.assertions[0]).toEqual({
      name: "answer",
      passed: true,
      expected: saying(
        `the ${recordType} ${expected.length === 1 ? "record" : "records"} ${expected.join(", ")}`,
      ),
      seen: saying(shown),
    })
  },
)

const pointer = ({ name }: Asked): Reply => ({
  answers: [{ type: "PTR", name, data: "host.example" }],
})

test("the PTR of an address is queried by its reverse name", async () => {
  const four = await look(pointer, { recordType: "PTR", host: "192.0.2.7" })
  expect(four.asked[0]?.name).toBe("7.2.0.192.in-addr.arpa")
  expect(four.seen.failure).toBeNull()
  const six = await look(pointer, { recordType: "PTR", host: "2001:db8::5" })
  expect(six.asked[0]?.name).toBe(`5${".0".repeat(23)}.8.b.d.0.1.0.0.2.ip6.arpa`)
  expect(six.seen.failure).toBeNull()
})

test("an alias is followed within the response, whatever the case; unrelated records are left out", async () => {
  const { seen } = await look(() => ({
    answers: [
      { type: "CNAME", name: "SHOP.example", data: "Edge.example" },
      a("192.0.2.1", "edge.EXAMPLE"),
      a("192.0.2.66", "other.example"),
    ],
  }))
  expect(seen.assertions[0]?.seen).toEqual(saying("192.0.2.1"))
})

test("a missing name and a name without such a record are distinguished", async () => {
  const gone = await look(() => ({ rcode: "NXDOMAIN" }))
  expect(gone.seen).toEqual({
    ...nothingSeen,
    phases,
    address: "127.0.0.1",
    failure: {
      class: "dns_missing",
      level: "offline",
      findings: saying(`The name shop.example does not exist (${gone.server} returned NXDOMAIN).`),
    },
  })
  const bare = await look(() => ({}), { recordType: "MX" })
  expect(bare.seen.failure).toEqual({
    class: "dns_missing",
    level: "offline",
    findings: saying(`shop.example has no MX record (according to ${bare.server}).`),
  })
  const dangling = await look(() => ({
    answers: [{ type: "CNAME", name: "shop.example", data: "gone.example" }],
  }))
  expect(said(dangling.seen.failure)).toBe(
    `shop.example, an alias of gone.example, has no A record (according to ${dangling.server}).`,
  )
  const circle = await look(() => ({
    answers: [
      { type: "CNAME", name: "shop.example", data: "b.example" },
      { type: "CNAME", name: "b.example", data: "shop.example" },
    ],
  }))
  expect(circle.seen.failure?.class).toBe("dns_missing")
})

test("missing values are named beside the actual ones", async () => {
  const { seen } = await look(() => ({ answers: [a("192.0.2.1"), a("192.0.2.2")] }), {
    expectedValues: ["192.0.2.1", "192.0.2.3"],
  })
  expect(seen).toEqual({
    ...nothingSeen,
    phases,
    address: "127.0.0.1",
    answers: ["192.0.2.1", "192.0.2.2"],
    failure: {
      class: "dns_answer",
      level: "offline",
      findings: saying(
        "Expected shop.example to have the A record 192.0.2.3, got 192.0.2.1, 192.0.2.2.",
      ),
    },
    assertions: [
      {
        name: "answer",
        passed: false,
        expected: saying("the A records 192.0.2.1, 192.0.2.3"),
        seen: saying("192.0.2.1, 192.0.2.2"),
      },
    ],
  })
})

test("a slow response fails the monitor's response time limit", async () => {
  const { seen } = await look(
    (asked) => {
      void sleep(40).then(() => asked.write(answerTo(asked, [])))
      return null
    },
    { assertions: [{ kind: "response_time", maxMs: 5, level: "degraded" }], recordType: "TXT" },
  )
  expect(seen.failure?.class).toBe("dns_missing")
  const slow = await look(
    (asked) => {
      void sleep(40).then(() => asked.write(answerTo(asked, [192, 0, 2, 1])))
      return null
    },
    { assertions: [{ kind: "response_time", maxMs: 5, level: "degraded" }] },
  )
  expect(slow.seen.failure).toMatchObject({ class: "assertion", level: "degraded" })
  expect(slow.seen.assertions.map(({ name, passed }) => [name, passed])).toEqual([
    ["answer", true],
    ["response_time", false],
  ])
})

/** A handmade response: no record, or one A record with a compressed name. */
function answerTo(asked: Asked, address: number[]): Buffer {
  const bytes = makeQuery({ name: asked.name, type: "A" }, false).bytes
  const type = asked.type === "TXT" ? 16 : 1
  bytes.writeUInt16BE(type, bytes.length - 4)
  bytes.writeUInt16BE(asked.id, 0)
  bytes.writeUInt16BE(0x8180, 2)
  bytes.writeUInt16BE(address.length === 0 ? 0 : 1, 6)
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]
  return address.length === 0 ? bytes : Buffer.concat([bytes, Buffer.from(record)])
}

test.each(["SERVFAIL", "REFUSED"] as const)(
  "%s is an error of the server and is reported at once",
  async (rcode) => {
    const { seen, server, asked } = await look(() => ({ rcode, questions: [] }))
    expect(seen.failure?.class).toBe("dns_temporary")
    expect(said(seen.failure)).toMatch(
      new RegExp(
        String.raw`^No name server returned the A records of shop\.example within \d+ ms: `,
      ),
    )
    expect(said(seen.failure)).toMatch(new RegExp(`: ${server} returned ${rcode}\\.$`))
    expect(asked).toHaveLength(1)
  },
)

test("a server that fails on EDNS is queried again without it", async () => {
  const { seen, asked } = await look(({ hasExtension }) =>
    hasExtension ? { rcode: "FORMERR" } : { answers: [a("192.0.2.1")] },
  )
  expect(seen.failure).toBeNull()
  expect(asked.map(({ hasExtension }) => hasExtension)).toEqual([true, false])
})

test("a truncated response is read over TCP, even one cut within a record", async () => {
  const many = Array.from({ length: 2000 }, (_, index) => a(`10.1.${index >>> 8}.${index & 255}`))
  const { seen, asked, openConnections } = await look((one) => {
    if (one.transport === "tcp") return { answers: many }
    const cut = answerTo(one, [192, 0, 2, 1]).subarray(0, -3)
    cut.writeUInt16BE(0x8380, 2)
    return cut
  })
  expect(seen.failure).toBeNull()
  expect(seen.assertions[0]?.seen).toEqual(
    saying(/^10\.1\.0\.0, 10\.1\.0\.1, .*… \(2000 in total\)$/),
  )
  expect(asked.map(({ transport }) => transport)).toEqual(["udp", "tcp"])
  await soon(openConnections).toBe(0)
})

test("silence ends at the timeout, after the query was repeated", async () => {
  const fromMs = performance.now()
  const { seen, server, asked } = await look(() => null, {}, AbortSignal.timeout(1300))
  expect(performance.now() - fromMs).toBeLessThan(30_000)
  expect(seen).toEqual({
    ...nothingSeen,
    phases,
    failure: {
      class: "dns_temporary",
      level: "offline",
      peers: ["127.0.0.1"],
      findings: saying(
        new RegExp(
          `^No name server returned the A records of shop\\.example within 1\\.\\d s: ${server} did not answer\\.$`,
        ),
      ),
    },
  })
  expect(asked).toHaveLength(2)
})

test("one lost packet is not a failure", async () => {
  const { seen } = await look(({ index }) => (index === 0 ? null : { answers: [a("192.0.2.1")] }))
  expect(seen.failure).toBeNull()
  expect(seen.phases.dnsMs).toBeGreaterThan(900)
})

const oddities: [string, (asked: Asked) => Reply, RegExp][] = [
  [
    "another id",
    ({ id }) => ({ id: id ^ 1, answers: [a("192.0.2.1")] }),
    /an answer with another id/,
  ],
  [
    "another question",
    () => ({ questions: [{ type: "A", name: "evil.example" }], answers: [a("192.0.2.1")] }),
    /an answer to another question/,
  ],
  ["no question", () => ({ questions: [], answers: [a("192.0.2.1")] }), /to another question/],
  [
    "its own question",
    ({ id }) => Buffer.from([id >>> 8, id & 255, ...Array<number>(10).fill(0)]),
    /a question instead/,
  ],
  ["three bytes", () => Buffer.from([1, 2, 3]), /a packet of 3 bytes/],
]

test.each(oddities)("a response with %s is ignored", async (_what, script, words) => {
  const { seen } = await look(script, {}, AbortSignal.timeout(500))
  expect(seen.failure?.class).toBe("protocol")
  expect(said(seen.failure)).toMatch(words)
})

test("the genuine response is used after a forged one", async () => {
  const { seen } = await look((asked) => {
    asked.write(Buffer.concat([Buffer.from([(asked.id >>> 8) ^ 1]), Buffer.alloc(40)]))
    return { answers: [a("192.0.2.1")] }
  })
  expect(seen.failure).toBeNull()
})

test("an unreadable response is a protocol failure", async () => {
  const { seen, server } = await look((asked) => {
    const bytes = answerTo(asked, [192, 0, 2, 1])
    bytes.writeUInt16BE(9, 6)
    return bytes
  })
  expect(seen.failure?.class).toBe("protocol")
  expect(said(seen.failure)).toContain(`${server} sent a malformed answer.`)
})

const tcpFaults: [string, (asked: Asked) => void, "protocol" | "dns_temporary", RegExp][] = [
  [
    "trickles",
    ({ socket }) => socket?.write(Buffer.from([0, 40, 1])),
    "protocol",
    /sent 1 of 40 bytes over TCP after a truncated/,
  ],
  ["stays silent", () => undefined, "dns_temporary", /did not answer over TCP after a truncated/],
  ["hangs up", ({ socket }) => socket?.end(), "dns_temporary", /sent nothing over TCP and closed/],
  [
    "hangs up halfway",
    ({ socket }) => socket?.end(Buffer.from([0, 40, 1, 2])),
    "protocol",
    /sent 2 of 40 bytes over TCP and closed/,
  ],
  ["resets", ({ socket }) => socket?.resetAndDestroy(), "dns_temporary", /reset the connection/],
  [
    "sends an empty message",
    ({ socket }) => socket?.write(Buffer.from([0, 0])),
    "protocol",
    /sent a packet of 0 bytes over TCP/,
  ],
]

test.each(tcpFaults)("a server that %s over TCP", async (_what, misbehave, failureClass, words) => {
  const { seen, openConnections } = await look(
    (asked) => {
      if (asked.transport === "udp") return { isTruncated: true }
      misbehave(asked)
      return null
    },
    {},
    AbortSignal.timeout(800),
  )
  expect(seen.failure?.class).toBe(failureClass)
  expect(said(seen.failure)).toMatch(words)
  await soon(openConnections).toBe(0)
})

test("a monitor without a resolver uses the system's, and the next one if it fails", async () => {
  const bad = await startDnsServer(() => ({ rcode: "SERVFAIL" }))
  const good = await startDnsServer(() => ({ answers: [a("192.0.2.1")] }), { host: "::1" })
  // The operator's servers are not checked by the guard.
  const tools = makeTools({ servers: [bad.server, good.server], ranges: [] })
  const seen = await probeDns(target({}), tools, noDeadline())
  expect(seen.failure).toBeNull()
  expect(seen.address).toBe("::1")
  expect([bad.asked.length, good.asked.length]).toEqual([1, 1])

  const worse = makeTools({ servers: [bad.server, "127.0.0.1:1"] })
  const failure = (await probeDns(target({}), worse, noDeadline())).failure
  expect(failure?.class).toBe("dns_temporary")
  expect(said(failure)).toContain(
    `: ${bad.server} returned SERVFAIL; 127.0.0.1:1 refused the connection: nothing listens on that port.`,
  )
})

test("the system's servers are not asked for internal names", async () => {
  const dns = await startDnsServer(() => ({ answers: [a("10.0.0.7")] }))
  const tools = makeTools({ servers: [dns.server], ranges: [] })
  for (const host of ["postgres", "db.internal", "api.shop.svc.cluster.local", "10.0.0.7"]) {
    const seen = await probeDns(target({ host }), tools, noDeadline())
    expect(seen.failure?.class).toBe("forbidden_address")
  }
  expect(dns.asked).toEqual([])
})

test("a resolver at a forbidden address is never queried", async () => {
  const dns = await startDnsServer(() => ({ answers: [a("192.0.2.1")] }))
  const tools = makeTools({ ranges: [] })
  const seen = await probeDns(target({ resolver: dns.server }), tools, noDeadline())
  expect(seen.failure).toEqual({
    class: "forbidden_address",
    level: "offline",
    findings: saying(
      "The resolver is not allowed: 127.0.0.1 is a loopback address. To allow it, add its range to REACHABLE_RANGES on the server.",
    ),
  })
  expect(dns.asked).toEqual([])
})

test("an abort before the start is reported at once", async () => {
  const { seen, asked } = await look(() => null, {}, AbortSignal.abort())
  expect(seen.failure?.class).toBe("dns_temporary")
  expect(asked).toEqual([])
})

test("names that are not valid in DNS are refused before any query", async () => {
  const { seen, asked } = await look(() => null, { host: `${"a".repeat(64)}.example` })
  expect(seen.failure?.class).toBe("dns_missing")
  expect(asked).toEqual([])
  expect(queryName("Bücher.example.", "A")).toBe("xn--bcher-kva.example")
  expect(queryName("_sip._tcp.example", "SRV")).toBe("_sip._tcp.example")
  expect(queryName("a..example", "A")).toBeNull()
  expect(queryName(`${"a.".repeat(130)}example`, "A")).toBeNull()
})

test.each([
  ["9.9.9.9", { address: "9.9.9.9", family: 4, port: 53, text: "9.9.9.9" }],
  ["9.9.9.9:5353", { address: "9.9.9.9", family: 4, port: 5353, text: "9.9.9.9:5353" }],
  ["2620:fe::fe", { address: "2620:fe::fe", family: 6, port: 53, text: "2620:fe::fe" }],
  ["[2620:fe::fe]:54", { address: "2620:fe::fe", family: 6, port: 54, text: "[2620:fe::fe]:54" }],
  ["dns.example", null],
  ["9.9.9.9:0", null],
  ["9.9.9.9:65536", null],
])("%s as a name server", (text, server) => {
  expect(parseServer(text)).toEqual(server)
})

test("no damaged packet makes the encoder or decoder throw", () => {
  for (const [type, answers] of records) {
    const query = makeQuery({ name, type }, true)
    const questions = [{ name, type }]
    const whole = encode({ type: "response", id: query.id, questions, answers })
    expect(read(whole, query).kind).toBe("message")
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 })
    fc.assert(
      fc.property(damage, fc.nat(40), (changes, cut) => {
        const bytes = Buffer.from(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        const reading = read(bytes.subarray(0, bytes.length - (cut > 20 ? 0 : cut)), query)
        if (reading.kind !== "message") return
        const { values } = render(query, reading.message.answers)
        for (const value of values) expect(value).not.toMatch(/\p{Cc}/u)
      }),
      { numRuns: 3000 },
    )
  }
})
