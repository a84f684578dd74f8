import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Target } from "../../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { authority, honest, type Fault } from "./dishonest.ts"
import { bySetting, isFound, meet, setUp, type Met } from "./path-checks.ts"
import { reject, rejections } from "./rejections.ts"

/** Faults of our own network in which packets still pass, the longest first; cuts.test.ts drops them. */
const faults: [fault: string, Partial<Fault>][] = [
  ["a middlebox accepts and is silent", { four: "mute", six: "mute", plain: "mute" }],
  ["large packets are dropped", { four: "mute", six: "mute" }],
  ["name servers are silent", { first: "silent", second: "silent" }],
  ["a firewall of ours resets", { four: "reset", six: "reset", plain: "reset" }],
  ["IPv6 alone is reset", { six: "reset" }],
  ["a portal on 80 and 443", { four: "portal", six: "portal", plain: "portal" }],
  ["a portal on 80", { plain: "portal" }],
  ["TLS is inspected", { four: "inspect", six: "inspect" }],
  ["our clock is wrong", { four: "out of date", six: "out of date" }],
  ["name servers say SERVFAIL", { first: "SERVFAIL", second: "SERVFAIL" }],
  ["name servers say REFUSED", { first: "REFUSED", second: "REFUSED" }],
  ["name servers say NXDOMAIN", { first: "NXDOMAIN", second: "NXDOMAIN" }],
  ["name servers answer nothing", { first: "empty", second: "empty" }],
  ["one address for all names", { first: "one address", second: "one address" }],
  ["unknown names get an address", { first: "one for the unknown", second: "one for the unknown" }],
  ["one of two name servers says NXDOMAIN", { first: "NXDOMAIN" }],
  ["one of two name servers gives one address", { second: "one address" }],
]
const trusted = getCACertificates("default")
beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))
const table: string[][] = []

const right = (fault: string) => ({ fault, falseOutages: [], found: true })

/** Adds a row to the table. */
function note(fault: string, { falseOutages, isFound: found, unknown }: Met) {
  table.push([fault, `${falseOutages.length}`, found ? "0" : "1", unknown])
  return { fault, falseOutages, found }
}

describe.concurrent("our own network is up and not honest", () => {
  test("packets are rejected: no false outage, and a true one is found", async () => {
    const met = await reject()
    const noted = met.map(([fault, one]) => note(fault, one))
    expect(noted).toEqual(rejections.map(({ name }) => right(name)))
  })

  test.each(faults)("%s: no false outage, and a true one is found", async (name, fault) => {
    expect(note(name, await meet(bySetting(fault)))).toEqual(right(name))
  })
})

/** Faults beside which a real outage can be proved. */
const partial: [fault: string, Partial<Fault>][] = [
  ["one of two name servers says NXDOMAIN", { first: "NXDOMAIN" }],
  ["one of two name servers is silent", { second: "silent" }],
  ["one of two name servers gives one address", { second: "one address" }],
  ["IPv6 is reset", { six: "reset" }],
  ["IPv6 is silent", { six: "mute" }],
  ["TLS over IPv6 is inspected", { six: "inspect" }],
]

describe.concurrent("a part of our own network is at fault", () => {
  test.each(partial)("%s: a true outage is found meanwhile", async (_name, fault) => {
    await using bin = new AsyncDisposableStack()
    const { path, network, targets, checkAll } = await setUp(bin)
    await network.honesty.pulse()
    path.state.fault = { ...honest, ...fault }
    path.state.isDead = true
    await network.honesty.pulse()
    expect(await isFound(checkAll, targets)).toBe(true)
  })

  test("a name that is gone is unknown while name servers give unknown names an address", async () => {
    await using bin = new AsyncDisposableStack()
    const { path, network, targets, checkAll } = await setUp(bin)
    const gone = targets.flatMap((target): Target[] => {
      if (target.name === "dns" && target.kind === "dns")
        return [{ ...target, host: "gone.fault.test" }]
      const url = `http://gone.fault.test:${path.ports.web}/`
      return target.name === "http by name" && target.kind === "http" ? [{ ...target, url }] : []
    })
    await network.honesty.pulse()
    expect(await checkAll(gone)).toEqual(["offline", "offline"])
    const rewriting = "one for the unknown"
    path.state.fault = { ...honest, first: rewriting, second: rewriting }
    await network.honesty.pulse()
    expect(await checkAll(gone)).toEqual(["unknown", "unknown"])
  })
})

test("the table of faults", () => {
  const lines = table.map((row) => `| ${row.join(" | ")} |`)
  process.stdout.write(`| fault | false | missed | unknown |\n${lines.join("\n")}\n`)
  expect(table).toHaveLength(faults.length + rejections.length)
})
