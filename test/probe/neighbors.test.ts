import type { NetworkInterfaceInfo } from "node:os"
import { expect, test } from "vitest"
import { systemClock } from "../../src/platform/clock.ts"
import { createNeighbors } from "../../src/probe/neighbors.ts"
import { closedPort, listenDeaf } from "../support/listeners.ts"

const address = "127.7.0.9"
const link = (cidr: string): NetworkInterfaceInfo => {
  const mac = "00:00:00:00:00:00"
  return { address, netmask: "", family: "IPv4", mac, internal: false, cidr }
}
const over = (cidr: string | null) =>
  createNeighbors({
    anchors: [],
    servers: [],
    clock: systemClock,
    interfaces: () => (cidr === null ? {} : { eth0: [link(cidr)] }),
  })

test("a target is here, on a network of this machine, or elsewhere", () => {
  const { networkOf } = over("127.7.0.9/24")
  expect(["127.7.0.9", "127.7.0.5", "127.8.0.1", "::1"].map(networkOf)).toEqual([
    "here",
    "eth0 127.7.0.9/24",
    null,
    null,
  ])
})

test("silence is proved by the interface, and by another host if one is known", async () => {
  const alone = over("127.7.0.9/24")
  const shows = async (one: typeof alone, peer: string) =>
    one.shows([peer])(await one.samples.next())
  expect(await shows(alone, "127.7.0.5")).toBe(true)
  expect(await shows(over(null), "127.7.0.5")).toBe(false)

  const port = await closedPort()
  alone.note("127.7.0.6", port)
  // A refusal comes from the host too.
  expect(await shows(alone, "127.7.0.5")).toBe(true)

  const deafPort = await closedPort()
  await listenDeaf("127.7.0.7", deafPort)
  const silent = over("127.7.0.9/24")
  silent.note("127.7.0.7", deafPort)
  expect(await shows(silent, "127.7.0.5")).toBe(false)
  expect(await shows(silent, "127.7.0.7")).toBe(true)
})
