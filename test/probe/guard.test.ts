import type { Finding } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { describe, expect, test } from "vitest"
import { said } from "../support/findings.ts"
import { readEnv } from "../../src/platform/env.ts"
import { createGuard, createMonitorGuard, refuseHost } from "../../src/platform/guard.ts"
import { listenDns, type DnsReply } from "../support/listeners.ts"
import { makeTools, noDeadline } from "../support/prober.ts"

const textOf = (refusal: Finding | null): string | null =>
  refusal === null ? null : say([refusal])

const a = (name: string, data: string) => ({ type: "A", name, data, ttl: 0 }) as const
const aaaa = (name: string, data: string) => ({ type: "AAAA", name, data, ttl: 0 }) as const

const forbidden: [string, RegExp][] = [
  ["0.0.0.0", /this network/],
  ["0.255.1.2", /this network/],
  ["10.0.0.1", /private/],
  ["10.255.255.255", /private/],
  ["100.64.0.1", /carrier/],
  ["100.100.100.200", /metadata/],
  ["100.127.255.255", /carrier/],
  ["127.0.0.1", /loopback/],
  ["127.255.255.254", /loopback/],
  ["169.254.0.1", /link-local/],
  ["169.254.169.254", /metadata/],
  ["169.254.170.2", /metadata/],
  ["172.16.0.1", /private/],
  ["172.31.255.255", /private/],
  ["192.0.0.1", /protocols/],
  ["192.0.0.192", /metadata/],
  ["192.0.2.1", /documentation/],
  ["192.31.196.1", /AS112/],
  ["192.52.193.1", /AMT/],
  ["192.88.99.1", /6to4/],
  ["192.168.0.1", /private/],
  ["192.168.255.255", /private/],
  ["192.175.48.1", /AS112/],
  ["198.18.0.1", /benchmarks/],
  ["198.19.255.255", /benchmarks/],
  ["198.51.100.7", /documentation/],
  ["203.0.113.7", /documentation/],
  ["224.0.0.1", /multicast/],
  ["239.255.255.250", /multicast/],
  ["240.0.0.1", /reserved/],
  ["255.255.255.255", /reserved/],
  ["168.63.129.16", /metadata/],
  ["::", /global/],
  ["::1", /loopback/],
  ["::7f00:1", /global/],
  ["::ffff:127.0.0.1", /loopback/],
  ["::ffff:7f00:1", /loopback/],
  ["::ffff:a9fe:a9fe", /metadata/],
  ["::ffff:a83f:8110", /metadata/],
  ["::ffff:0:7f00:1", /global/],
  ["64:ff9b::7f00:1", /global/],
  ["64:ff9b::a9fe:a9fe", /metadata/],
  ["64:ff9b:1::a00:1", /global/],
  ["100::1", /global/],
  ["100:0:0:1::1", /global/],
  ["2001::1", /protocols/],
  ["2001:0:7f00:1::", /protocols/],
  ["2001:2::1", /protocols/],
  ["2001:3::1", /protocols/],
  ["2001:4:112::1", /protocols/],
  ["2001:10::1", /protocols/],
  ["2001:20::1", /protocols/],
  ["2001:db8::1", /documentation/],
  ["2002:7f00:1::", /6to4/],
  ["2002:a9fe:a9fe::", /metadata/],
  ["2620:4f:8000::1", /AS112/],
  ["3fff::1", /documentation/],
  ["3fff:fff:ffff::1", /documentation/],
  ["4000::1", /global/],
  ["5f00::1", /global/],
  ["fc00::1", /unique local/],
  ["fd00:ec2::254", /metadata/],
  ["fd20:ce::254", /metadata/],
  ["fe80::1", /link-local/],
  ["fec0::1", /global/],
  ["ff02::1", /global/],
  ["fe80::1%eth0", /zone/],
  ["2606:4700::1%eth0", /zone/],
  ["2130706433", /not an IP/],
  ["0x7f000001", /not an IP/],
  ["0177.0.0.1", /not an IP/],
  ["127.1", /not an IP/],
  ["127.0.0.1.", /not an IP/],
  ["256.1.1.1", /not an IP/],
  ["[::1]", /not an IP/],
  ["", /not an IP/],
  ["example.com", /not an IP/],
]

const open = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "126.255.255.255",
  "128.0.0.1",
  "168.63.129.15",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "223.255.255.255",
  "::ffff:8.8.8.8",
  "2001:200::1",
  "2606:4700:4700::1111",
  // Ends like a metadata address, and like one that Teredo inverted, in a range that translates nothing.
  "2606:4700::a9fe:a9fe",
  "2606:4700::5601:5601",
  "2a00:1450:4001:830::200e",
]

/** What a guard that opens this range says about an address inside and one outside of 10.1.0.0/16. */
const refused = (range: string) =>
  ["10.1.2.3", "10.2.0.1"].map((one) => textOf(createGuard([range]).refuse(one)))

describe("an address", () => {
  const guard = createGuard([])

  test.each(forbidden)("%s is refused", (address, reason) => {
    expect(textOf(guard.refuse(address))).toMatch(reason)
  })

  test.each(open)("%s is allowed", (address) => {
    expect(guard.refuse(address)).toBeNull()
  })

  test("an opened range allows its own addresses in any notation, and no others", () => {
    const guard = createGuard(["10.1.0.0/16", "fd00:1::/32"])
    expect(
      ["10.1.2.3", "::ffff:10.1.2.3", "::ffff:a01:203", "fd00:1::9"].map((one) =>
        guard.refuse(one),
      ),
    ).toEqual([null, null, null, null])
    expect(
      ["10.2.0.1", "127.0.0.1", "fd00:2::9", "::1", "64:ff9b::a01:203"].map((one) =>
        textOf(guard.refuse(one)),
      ),
    ).toEqual([
      "10.2.0.1 is a private address",
      "127.0.0.1 is a loopback address",
      "fd00:2::9 is a unique local address",
      "::1 is a loopback address",
      "64:ff9b::a01:203 is not a global IPv6 address",
    ])
  })

  test("a mapped range opens its IPv4 part, and one that is wider opens none", () => {
    const [inside, outside] = ["10.1.2.3 is a private address", "10.2.0.1 is a private address"]
    expect(refused("::ffff:10.1.0.0/112")).toEqual([null, outside])
    expect(refused("::ffff:0:0/96")).toEqual([null, null])
    expect(refused("::ffff:0:0/90")).toEqual([inside, outside])
    expect(refused("::/0")).toEqual([inside, outside])
  })

  test("is opened only if it is in a range, and never if it belongs to metadata", () => {
    const guard = createGuard(["169.0.0.0/8", "10.0.0.0/8"])
    const asked = ["10.1.2.3", "169.1.2.3", "169.254.169.254", "8.8.8.8", "localhost", "10.1"]
    expect(asked.map((one) => guard.isOpened(one))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test("that is refused comes with the setting that would allow it", () => {
    const settings = ["REACHABLE_RANGES", "SUBSCRIBER_RANGES", "MONITOR_PRIVATE"] as const
    const advised = (host: string) => settings.map((one) => createGuard([], one).settingFor(host))
    expect(advised("10.1.2.3")).toEqual(settings)
    expect(advised("printer.local")).toEqual(settings)
    // Documentation addresses are no private ones, which MONITOR_PRIVATE is about.
    expect(advised("192.0.2.1")).toEqual([settings[0], settings[1], settings[0]])
  })

  test("an invalid range is named", () => {
    expect(() => createGuard(["10.0.0.0/99"])).toThrow(
      'REACHABLE_RANGES: "10.0.0.0/99" must be a range such as 10.0.0.0/8 or fd00::/8.',
    )
  })
})

const guardOf = (environment: Record<string, string>) => createMonitorGuard(readEnv(environment))

describe("the target of a monitor", () => {
  const own = [
    "127.0.0.1",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.254",
    "172.16.0.1",
    "192.168.1.1",
    "::1",
    "fd12:3456::1",
    "::ffff:100.64.0.1",
  ]
  const names = ["localhost", "postgres", "nas.local", "db.internal"]
  const never = ["169.254.169.254", "169.254.1.1", "fe80::1", "fd00:ec2::254", "168.63.129.16"]
  const others = [
    "198.18.0.1",
    "192.0.0.8",
    "240.0.0.1",
    "192.0.2.1",
    "224.0.0.1",
    "0.0.0.0",
    "64:ff9b::a00:1",
  ]

  test("may be private if the operator decides who signs up", () => {
    for (const SIGN_UP of ["first", "invited"]) {
      const guard = guardOf({ SIGN_UP })
      for (const host of [...own, ...names, "1.1.1.1"]) expect(refuseHost(guard, host)).toBeNull()
      for (const host of [...never, ...others]) expect(guard.refuse(host)).not.toBeNull()
      expect(guard.refuseName("metadata.google.internal")).not.toBeNull()
    }
  })

  test.each([{ SIGN_UP: "open" }, { MONITOR_PRIVATE: "never" }])(
    "must be public under %o, and the error names the setting",
    (environment) => {
      const guard = guardOf(environment)
      for (const host of own) {
        expect(refuseHost(guard, host)).toMatch(/To allow it, add its range to MONITOR_PRIVATE/)
      }
      for (const host of names) expect(refuseHost(guard, host)).toMatch(/MONITOR_PRIVATE/)
      expect(refuseHost(guard, "1.1.1.1")).toBeNull()
    },
  )

  test("may be in the opened ranges, and in no other private one", () => {
    const guard = guardOf({ MONITOR_PRIVATE: "10.0.0.0/8,100.64.0.0/10", SIGN_UP: "open" })
    expect(["10.1.2.3", "100.64.0.1"].map(guard.refuse)).toEqual([null, null])
    expect(textOf(guard.refuse("192.168.1.1"))).toBe("192.168.1.1 is a private address")
    const both = guardOf({ MONITOR_PRIVATE: "never", REACHABLE_RANGES: "10.0.0.0/8" })
    expect(both.refuse("10.1.2.3")).toBeNull()
  })

  test("is never a metadata address, whatever is opened", () => {
    const REACHABLE_RANGES = "0.0.0.0/0,::/0"
    const guard = guardOf({ REACHABLE_RANGES, MONITOR_PRIVATE: REACHABLE_RANGES })
    const translated = ["64:ff9b::a9fe:a9fe", "64:ff9b:1::a9fe:a9fe", "2002:a9fe:a9fe::1"]
    const tunnelled = ["2001:0:808:808::5601:5601", "::169.254.169.254", "::ffff:0:a9fe:a9fe"]
    const named = ["[::ffff:a9fe:a9fe]", "0xa9fea9fe", "metadata.google.internal"]
    for (const host of [...never, ...translated, ...tunnelled, ...named, "100.100.100.200"]) {
      expect(refuseHost(guard, host)).toMatch(/No setting allows it\.$/)
    }
    expect(others.map(guard.refuse)).toEqual(others.map(() => null))
  })

  test("an invalid range stops the start", () => {
    expect(() => readEnv({ MONITOR_PRIVATE: "10.0.0.0/99" })).toThrow(
      "MONITOR_PRIVATE must be never, or address ranges separated by commas, such as 10.0.0.0/8,fd00::/8.",
    )
    expect(() => readEnv({ MONITOR_PRIVATE: "always" })).toThrow("MONITOR_PRIVATE must be never")
  })
})

describe("a name", () => {
  const internal = [
    "localhost",
    "LOCALHOST.",
    "a.localhost",
    "printer.local",
    "db.internal",
    "metadata.google.internal",
    "Metadata.Google.Internal.",
    "metadata.goog",
    "postgres",
  ]

  test("of a metadata service is refused whatever is opened, and so is one below it", () => {
    const { refuseName } = createGuard(["0.0.0.0/0"])
    for (const name of ["metadata.goog", "v1.metadata.goog", "a.metadata.google.internal"]) {
      expect(textOf(refuseName(name))).toBe(`${name} is an internal name`)
    }
    expect(refuseName("notmetadata.goog")).toBeNull()
  })

  test.each(internal)("%s is refused", (name) => {
    expect(textOf(createGuard([]).refuseName(name))).toBe(`${name} is an internal name`)
  })

  test.each([
    "example.com",
    "localhost.example.com",
    "internal.example.com",
    "metadata.google.com",
  ])("%s may be looked up", (name) => {
    expect(createGuard([]).refuseName(name)).toBeNull()
  })

  test("with opened ranges the addresses decide", async () => {
    const signal = noDeadline()
    const ofLoopback = makeTools({ ranges: ["127.0.0.0/8", "::1/128"] })
    const ofAnother = makeTools({ ranges: ["10.0.0.0/8"] })
    expect((await ofLoopback.dialer.locate("localhost", signal)).failure).toBeNull()
    expect((await ofAnother.dialer.locate("localhost", signal)).failure?.class).toBe(
      "forbidden_address",
    )
  })
})

describe("a host before it is resolved", () => {
  test.each([
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "0",
    "127.0.0.1",
    "[::1]",
    "::1",
    "[::ffff:127.0.0.1]",
    "::ffff:7f00:1",
    "１２７.0.0.1",
    "127。0。0。1",
    "localhost",
    "metadata.google.internal",
  ])("%s is forbidden without a query to any name server", async (host) => {
    const dns = await listenDns(() => ({ rcode: "NXDOMAIN" }))
    const { dialer } = makeTools({ ranges: [], servers: [dns.server] })
    const located = await dialer.locate(host, noDeadline())
    expect(located.failure?.class).toBe("forbidden_address")
    expect(dns.asked).toEqual([])
  })

  test.each(["fe80::1%eth0", "a b", "host/path", "user@host", "", "a:b"])(
    "%j is not a host",
    async (host) => {
      const located = await makeTools({ ranges: [] }).dialer.locate(host, noDeadline())
      expect(located.failure?.class).toBe("dns_missing")
    },
  )

  test.each<[string, (type: string, name: string) => DnsReply]>([
    [
      "one forbidden answer among good ones",
      (type, name) =>
        type === "A"
          ? { answers: [a(name, "93.184.216.34"), a(name, "169.254.169.254")] }
          : { answers: [] },
    ],
    [
      "a forbidden answer of the other family",
      (type, name) =>
        type === "A"
          ? { answers: [a(name, "93.184.216.34")] }
          : { answers: [aaaa(name, "fd00:ec2::254")] },
    ],
    [
      "an IPv4 address inside an IPv6 answer",
      (type, name) =>
        type === "A" ? { answers: [] } : { answers: [aaaa(name, "::ffff:127.0.0.1")] },
    ],
  ])("%s refuses the whole name", async (_, reply) => {
    const dns = await listenDns(reply)
    const { dialer } = makeTools({ ranges: [], servers: [dns.server] })
    const located = await dialer.locate("target.example", noDeadline())
    expect(located).toMatchObject({ failure: { class: "forbidden_address" }, addresses: [] })
    expect(said(located.failure)).toMatch(
      /^target\.example resolves to .* is .*\. (To allow it|No setting)/,
    )
  })
})
