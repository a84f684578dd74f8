import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { saying } from "../support/findings.ts"
import { SettingError } from "../../src/platform/env.ts"
import { createResolver } from "../../src/probe/resolve.ts"
import { listenDns, type DnsReply } from "../support/listeners.ts"
import { noDeadline } from "../support/prober.ts"

const a = (name: string, data: string) => ({ type: "A", name, data, ttl: 0 }) as const
const aaaa = (name: string, data: string) => ({ type: "AAAA", name, data, ttl: 0 }) as const

async function resolveWith(
  reply: (type: string, name: string, index: number) => DnsReply,
  timeoutMs = 2000,
) {
  const { server, asked } = await listenDns(reply)
  const resolver = createResolver({ servers: [server], timeoutMs })
  const resolved = await resolver.resolve("target.example", noDeadline())
  return { resolved, asked }
}

test("both families are queried, and IPv4 comes first", async () => {
  const { resolved, asked } = await resolveWith((type, name) =>
    type === "A"
      ? { answers: [a(name, "192.0.2.1"), a(name, "192.0.2.2")] }
      : { answers: [aaaa(name, "2001:db8::1")] },
  )
  expect(resolved).toEqual({
    failure: null,
    addresses: [
      { address: "192.0.2.1", family: 4 },
      { address: "192.0.2.2", family: 4 },
      { address: "2001:db8::1", family: 6 },
    ],
  })
  expect(asked.toSorted()).toEqual(["A target.example", "AAAA target.example"])
})

test("an alias is followed to its addresses", async () => {
  const { resolved } = await resolveWith((type, name) =>
    type === "A"
      ? {
          answers: [
            { type: "CNAME", name, data: "real.example", ttl: 0 },
            a("real.example", "192.0.2.7"),
          ],
        }
      : {},
  )
  expect(resolved.addresses).toEqual([{ address: "192.0.2.7", family: 4 }])
})

test("one family suffices if the other fails or is silent", async () => {
  for (const other of [{ rcode: "SERVFAIL" } as const, null]) {
    const { resolved } = await resolveWith((type, name) =>
      type === "A" ? { answers: [a(name, "192.0.2.1")] } : other,
    )
    expect(resolved).toEqual({
      failure: null,
      addresses: [{ address: "192.0.2.1", family: 4 }],
    })
  }
})

const failures: [string, (type: string) => DnsReply, string, string][] = [
  [
    "NXDOMAIN",
    () => ({ rcode: "NXDOMAIN" }),
    "dns_missing",
    "The name target.example does not exist (NXDOMAIN).",
  ],
  [
    "no record of either family",
    () => ({}),
    "dns_missing",
    "The name target.example exists but has no A or AAAA record.",
  ],
  [
    "SERVFAIL",
    () => ({ rcode: "SERVFAIL" }),
    "dns_temporary",
    "target.example could not be resolved: the name server returned SERVFAIL.",
  ],
  [
    "a refusal",
    () => ({ rcode: "REFUSED" }),
    "dns_temporary",
    "target.example could not be resolved: the name server refused the query.",
  ],
  [
    "silence",
    () => null,
    "dns_temporary",
    "target.example could not be resolved: the name server did not answer in time.",
  ],
  [
    "no IPv4 record and SERVFAIL for IPv6: nobody knows",
    (type) => (type === "A" ? {} : { rcode: "SERVFAIL" }),
    "dns_temporary",
    "target.example could not be resolved: the name server returned SERVFAIL.",
  ],
]

test.each(failures)("%s", async (name, reply, failureClass, reason) => {
  const { resolved } = await resolveWith(reply, name === "silence" ? 150 : undefined)
  expect(resolved).toEqual({
    failure: { class: failureClass, findings: saying(reason), level: "offline" },
    addresses: [],
  })
})

test("a lost packet is not a failure: each query is repeated", async () => {
  const seen = new Set<string>()
  const { resolved, asked } = await resolveWith((type, name) => {
    if (!seen.has(type)) {
      seen.add(type)
      return null
    }
    return type === "A" ? { answers: [a(name, "192.0.2.1")] } : {}
  }, 150)
  expect(resolved.addresses).toEqual([{ address: "192.0.2.1", family: 4 }])
  expect(asked).toHaveLength(4)
})

test("a second server is queried if the first one fails", async () => {
  const bad = await listenDns(() => ({ rcode: "SERVFAIL" }))
  const good = await listenDns((type, name) =>
    type === "A" ? { answers: [a(name, "192.0.2.9")] } : {},
  )
  const resolver = createResolver({ servers: [bad.server, good.server], timeoutMs: 2000 })
  expect(await resolver.resolve("target.example", noDeadline())).toEqual({
    failure: null,
    addresses: [{ address: "192.0.2.9", family: 4 }],
  })
})

test("an abort ends a lookup at once", async () => {
  const deadline = new AbortController()
  const { server } = await listenDns(() => {
    deadline.abort()
    return null
  })
  const resolver = createResolver({ servers: [server], timeoutMs: 30_000 })
  const before = performance.now()
  const resolved = await resolver.resolve("target.example", deadline.signal)
  expect(resolved.failure).toEqual({
    class: "dns_temporary",
    findings: saying(
      `target.example could not be resolved before the timeout: ${server} did not answer.`,
    ),
    level: "offline",
  })
  expect(performance.now() - before).toBeLessThan(25_000)
  expect((await resolver.resolve("target.example", deadline.signal)).failure?.class).toBe(
    "dns_temporary",
  )
})

test("names of the hosts file and of loopback need no name server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-hosts-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const hostsFile = join(folder, "hosts")
  await writeFile(
    hostsFile,
    "# comment\n2001:db8::5 Box.Example box # here\n192.0.2.5\tbox.example\nnonsense box.example\n",
  )
  const { server, asked } = await listenDns(() => ({ rcode: "NXDOMAIN" }))
  const resolver = createResolver({ servers: [server], timeoutMs: 500, hostsFile })
  const signal = noDeadline()
  const addresses = async (name: string) => {
    const resolved = await resolver.resolve(name, signal)
    return resolved.addresses.map(({ address }) => address)
  }
  expect(await addresses("BOX.example.")).toEqual(["192.0.2.5", "2001:db8::5"])
  expect(await addresses("box")).toEqual(["2001:db8::5"])
  expect(await addresses("localhost")).toEqual(["127.0.0.1", "::1"])
  expect(await addresses("app.localhost")).toEqual(["127.0.0.1", "::1"])
  expect(asked).toEqual([])
  const missing = createResolver({ servers: [server], timeoutMs: 500, hostsFile: `${folder}/none` })
  expect((await missing.resolve("localhost", signal)).addresses).toHaveLength(2)
})

test("a server that is not an address stops the start with a message", () => {
  expect(() => createResolver({ servers: ["dns.example"], timeoutMs: 500 })).toThrow(SettingError)
  expect(() => createResolver({ servers: ["dns.example"], timeoutMs: 500 })).toThrow(
    'RESOLVERS must be addresses of name servers such as 9.9.9.9 or [2620:fe::fe]:53; got "dns.example".',
  )
})
