import type { Answer } from "dns-packet"
import { describe } from "vitest"
import type { Target } from "../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { answerWith, listenDns, type DnsReply } from "../../support/listeners.ts"
import { startDnsServer } from "../../support/dns-server.ts"
import { httpTarget, tcpTarget } from "../../support/prober.ts"
import { examine, send, whole } from "./laboratory.ts"

const host = "shop.fault.test"
const address = (...all: string[]): DnsReply => ({
  answers: all.map((data): Answer => ({ type: "A", name: host, ttl: 1, data })),
})
const here = address("127.0.0.1")

/** A name server with an IPv4 address only. */
const names = async (reply: (index: number) => DnsReply) => {
  let index = 0
  const { server } = await listenDns((type) => {
    if (type === "AAAA") return reply(index)?.rcode === undefined ? { answers: [] } : reply(index)
    return reply(index++)
  }, true)
  return server
}
const shop = async () => {
  const { port } = await answerWith(send(whole))
  return httpTarget(`http://${host}:${port}/`)
}
const under = (reply: (index: number) => DnsReply) => async () => ({
  target: await shop(),
  resolvers: [await names(reply)],
})
/** A name whose first question of each attempt gets no answer, and a target that never responds. */
const late = (isHonest: boolean) => async () => {
  const { port } = await answerWith(() => undefined)
  const known = new Set<number>()
  const { server } = await listenDns((type, _name, _index, id) => {
    if (type === "NS") return null
    if (type === "AAAA") return { answers: [] }
    // A repeated question has the same id.
    const isRepeated = known.has(id)
    known.add(id)
    return isRepeated ? here : null
  }, isHonest)
  return { target: httpTarget(`http://${host}:${port}/`), resolvers: [server] }
}
const dnsTarget = (more: Partial<Target<"dns">> = {}): Target => ({
  ...tcpTarget(1),
  kind: "dns",
  host,
  recordType: "A",
  resolver: null,
  expectedValues: [],
  ...more,
})

describe("DNS names", () => {
  examine([
    {
      fault: "none: a name and its address",
      verdict: ["operational", null, 1],
      at: under(() => here),
    },
    {
      fault: "NXDOMAIN",
      verdict: ["offline", "dns_missing", 2],
      says: /does not exist \(NXDOMAIN\)/,
      at: under(() => ({ rcode: "NXDOMAIN" })),
    },
    {
      fault: "a name without addresses",
      verdict: ["offline", "dns_missing", 2],
      says: /exists but has no A or AAAA record/,
      at: under(() => ({ answers: [] })),
    },
    {
      fault: "SERVFAIL",
      verdict: ["offline", "dns_temporary", 2],
      says: /returned SERVFAIL/,
      at: under(() => ({ rcode: "SERVFAIL" })),
    },
    {
      fault: "a name server that refuses the question",
      verdict: ["offline", "dns_temporary", 2],
      says: /refused the query/,
      at: under(() => ({ rcode: "REFUSED" })),
    },
    {
      fault: "the first resolver dead, the second alive",
      verdict: ["operational", null, 2],
      timeoutSeconds: 0.5,
      at: async () => ({
        target: await shop(),
        resolvers: [await names(() => null), await names(() => here)],
      }),
    },
    {
      fault: "the first resolver says SERVFAIL, the second knows",
      verdict: ["operational", null, 1],
      at: async () => ({
        target: await shop(),
        resolvers: [await names(() => ({ rcode: "SERVFAIL" })), await names(() => here)],
      }),
    },
    {
      fault: "the first resolver says NXDOMAIN, the second knows: the second look asks it first",
      verdict: ["operational", null, 2],
      at: async () => ({
        target: await shop(),
        resolvers: [await names(() => ({ rcode: "NXDOMAIN" })), await names(() => here)],
      }),
    },
    {
      fault: "answers that come late, and no response in the time that is left",
      verdict: ["offline", "timeout", 2],
      says: /No response was received .* after the request\. Resolving the name took 2\.\d s\./,
      timeoutSeconds: 3,
      at: late(true),
    },
    {
      fault: "answers that come late from a name server that does not even know the root",
      verdict: ["unknown", "timeout", 2],
      says: /none of our 1 name servers answered/,
      names: "dead",
      timeoutSeconds: 3,
      at: late(false),
    },
    {
      fault: "NXDOMAIN at the first look and an address at the second",
      verdict: ["operational", null, 2],
      at: under((index) => (index === 0 ? { rcode: "NXDOMAIN" } : here)),
    },
    {
      fault: "a dead address at the first attempt and the right one at the second",
      verdict: ["operational", null, 2],
      at: under((index) => (index === 0 ? address("127.0.0.2") : here)),
    },
    {
      fault: "one forbidden answer among good ones",
      verdict: ["unknown", "forbidden_address", 1],
      says: /10\.1\.2\.3 is a private address\. To allow it, add its range to MONITOR_PRIVATE/,
      at: under(() => address("127.0.0.1", "10.1.2.3")),
    },
    {
      fault:
        "a good answer at the first attempt that becomes a forbidden one: it was judged by the first",
      verdict: ["operational", null, 1],
      at: under((index) => (index === 0 ? here : address("10.1.2.3"))),
    },
    {
      fault: "an answer that turns from a dead address to a forbidden one",
      verdict: ["unknown", "forbidden_address", 2],
      at: under((index) => address(index === 0 ? "127.0.0.2" : "169.254.169.254")),
    },
  ])
})

describe("DNS monitors", () => {
  examine([
    {
      fault: "NXDOMAIN",
      verdict: ["offline", "dns_missing", 2],
      at: async () => ({
        target: dnsTarget(),
        resolvers: [await names(() => ({ rcode: "NXDOMAIN" }))],
      }),
    },
    {
      fault: "another address than expected",
      verdict: ["offline", "dns_answer", 2],
      says: /to have the A record 192\.0\.2\.7, got 127\.0\.0\.1/,
      at: async () => ({
        target: dnsTarget({ expectedValues: ["192.0.2.7"] }),
        resolvers: [await names(() => here)],
      }),
    },
    {
      fault: "the monitor's own name server is silent",
      verdict: ["offline", "dns_temporary", 2],
      timeoutSeconds: 0.5,
      at: async () => ({ target: dnsTarget({ resolver: await names(() => null) }) }),
    },
    {
      fault: "an answer cut short over UDP and whole over TCP",
      verdict: ["operational", null, 1],
      at: async () => {
        const { server } = await startDnsServer(({ transport }) =>
          transport === "udp"
            ? { isTruncated: true }
            : { answers: [{ type: "A", name: host, ttl: 1, data: "127.0.0.1" }] },
        )
        return { target: dnsTarget(), resolvers: [server] }
      },
    },
    {
      fault: "an answer to another question than ours",
      verdict: ["offline", "protocol", 2],
      says: /an answer with another id/,
      timeoutSeconds: 0.5,
      at: async () => {
        const { server } = await startDnsServer(({ id }) => ({ id: (id + 1) % 65_536 }))
        return { target: dnsTarget(), resolvers: [server] }
      },
    },
  ])
})
