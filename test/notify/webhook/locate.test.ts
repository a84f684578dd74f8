import { say } from "../../../src/findings/say.ts"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { createGuard } from "../../../src/platform/guard.ts"
import { createHosts } from "../../../src/platform/hosts.ts"
import { locate } from "../../../src/platform/locate-host.ts"
import { listenDns } from "../../support/listeners.ts"
import { noDeadline } from "../../support/prober.ts"

const forbidden = (words: string) => ({
  outcome: "forbidden",
  error: `Nothing was sent. ${words}.`,
})

test("localhost and names of the hosts file are resolved without a name server, and are guarded like any other", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-hosts-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, "hosts"), "10.1.2.3 chat.example\n192.168.1.9 chat.example\n")
  const hosts = createHosts(join(folder, "hosts"))
  const { server, asked } = await listenDns(() => ({ rcode: "NXDOMAIN" }))
  const find = async (name: string, ranges: string[]) => {
    const options = { guard: createGuard(ranges), servers: [server], signal: noDeadline(), hosts }
    const { addresses, fault } = await locate(name, options)
    return fault === null
      ? addresses.map(({ address }) => address)
      : { outcome: fault.outcome, error: say([fault.finding]) }
  }
  expect(await find("localhost", ["127.0.0.0/8"])).toEqual(["127.0.0.1"])
  expect(await find("LOCALHOST.", ["127.0.0.0/8", "::1/128"])).toEqual(["127.0.0.1", "::1"])
  expect(await find("chat.example", ["10.0.0.0/8"])).toEqual(["10.1.2.3"])
  expect(await find("localhost", [])).toEqual(forbidden("localhost is an internal name"))
  expect(await find("localhost", ["10.0.0.0/8"])).toEqual(
    forbidden("localhost resolves to 127.0.0.1: 127.0.0.1 is a loopback address"),
  )
  expect(await find("chat.example", [])).toEqual(
    forbidden("chat.example resolves to 10.1.2.3: 10.1.2.3 is a private address"),
  )
  expect(asked).toEqual([])
  expect(await find("no.example", [])).toMatchObject({ outcome: "unresolved" })
})
