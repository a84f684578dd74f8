import { describe, expect, test } from "vitest"
import { recordChecks } from "../../../src/graphql/monitoring/check/record-checks.ts"
import { createLog } from "../../../src/platform/log.ts"
import { connect } from "../../../src/platform/postgres.ts"
import { createReporter } from "../../../src/probe/report.ts"
import { checkOf, insertMonitor, offline } from "../../support/checks.ts"
import { closedPort, listenDeaf, listenDns, type DnsReply } from "../../support/listeners.ts"
import { httpTarget, tcpTarget } from "../../support/prober.ts"
import { makeProject, openWorld } from "../../support/world.ts"
import { openProxy } from "../../support/tcp-proxy.ts"
import { soon } from "../../support/soon.ts"
import { examine, send, web } from "./laboratory.ts"

const saying = async (reply: DnsReply) => ({
  target: httpTarget("http://shop.fault.test/"),
  resolvers: [(await listenDns(() => reply)).server],
})

describe("our own network is down", () => {
  examine([
    {
      fault: "and a port is silent",
      line: "dead",
      verdict: ["unknown", "connect_timeout", 2],
      says: /^Inconclusive: none of 1 (IPv4 )?egress anchors answered either/,
      timeoutSeconds: 0.5,
      at: async () => {
        const port = await closedPort()
        await listenDeaf("127.0.0.1", port)
        return { target: tcpTarget(port) }
      },
    },
    {
      fault: "and a connection is reset",
      line: "dead",
      verdict: ["unknown", "reset", 2],
      at: () => web((socket) => void socket.resetAndDestroy()),
    },
    {
      fault: "and a name server answers SERVFAIL",
      line: "dead",
      verdict: ["unknown", "dns_temporary", 2],
      at: () => saying({ rcode: "SERVFAIL" }),
    },
    {
      fault: "and the resolver is silent",
      line: "dead",
      verdict: ["unknown", "dns_temporary", 2],
      timeoutSeconds: 0.5,
      at: () => saying(null),
    },
    {
      fault: "alive, and all our own name servers are silent",
      line: "alive",
      names: "dead",
      verdict: ["unknown", "dns_temporary", 2],
      says: /none of our 1 name servers answered/,
      timeoutSeconds: 0.5,
      at: () => saying(null),
    },
    {
      fault: "alive, and all our own name servers are cut off from the world",
      line: "alive",
      names: "dead",
      verdict: ["unknown", "dns_temporary", 2],
      at: () => saying({ rcode: "SERVFAIL" }),
    },
    {
      fault: "and a server answers 500: what answers was reached",
      line: "dead",
      verdict: ["offline", "http_status", 2],
      at: () => web(send("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n")),
    },
    {
      fault: "and a port refuses: so may a firewall of ours",
      line: "dead",
      verdict: ["unknown", "connect_refused", 2],
      at: async () => ({ target: tcpTarget(await closedPort()) }),
    },
    {
      fault: "and a name does not exist: so may a name server say that is cut off",
      line: "dead",
      verdict: ["unknown", "dns_missing", 2],
      at: () => saying({ rcode: "NXDOMAIN" }),
    },
    {
      fault: "and all is well: the line is not asked",
      line: "dead",
      verdict: ["operational", null, 1],
      at: () => web(send("HTTP/1.1 204 Nothing\r\n\r\n")),
    },
  ])
})

test("results queued while the database is down are stored once afterwards, and count", async () => {
  const world = await openWorld()
  const url = new URL(world.connectionString)
  const proxy = await openProxy(Number(url.port))
  url.port = `${proxy.port}`
  const database = connect(url.href, 2)
  try {
    const project = await makeProject(world)
    const monitor = await insertMonitor(world, project.id, { failureThreshold: 2 })
    const reporter = createReporter({
      ...world.services,
      log: createLog("silent", "test"),
      database,
    })
    const at = secondsSince(new Date(Date.now() - 60_000))
    await recordChecks(world.services, [checkOf(monitor, at(0))])
    proxy.cut()
    const results = [1, 2, 3, 4].map((second) =>
      checkOf(monitor, at(second), second < 3 ? offline : {}),
    )
    for (const result of results) reporter.add(result)
    await soon(() =>
      database.pool.query("select 1").then(
        () => "there",
        () => "away",
      ),
    ).toBe("away")
    expect(reporter.waiting).toBe(results.length)
    proxy.restore()
    await expect.poll(() => reporter.waiting).toBe(0)
    await reporter.drain()
    const { rows } = await world.services.database.pool.query(
      `select (select count(*)::int from check_result where monitor_seq = $1) as checks,
              (select array_agg(decision::text order by id) from verdict where monitor_id = $2) as verdicts,
              (select count(*)::int from incident where monitor_id = $2) as incidents`,
      [monitor.seq, monitor.id],
    )
    expect(rows).toEqual([
      { checks: 5, verdicts: ["status_only", "declared", "recovered"], incidents: 1 },
    ])
  } finally {
    await database.end()
    await world.close()
  }
})

const secondsSince = (from: Date) => (seconds: number) => new Date(from.getTime() + seconds * 1000)
