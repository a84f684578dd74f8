import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import { ensureProgram } from "../../../support/apt.ts"
import { intervalMs, openHouse } from "../house.ts"
import { openAnchor, openForwarder, openShop } from "../shop.ts"

const run = promisify(execFile)

/**
 * A network namespace with two links: one to its targets and one to its database. Addresses are in 198.18.0.0/15,
 * which is reserved for benchmarks.
 */
async function makeLinks(bin: AsyncDisposableStack) {
  const ip = await ensureProgram("ip", "iproute2")
  const call = (words: string) => run(ip, words.split(" "))
  const mark = `${process.pid % 100_000}`
  const net = `198.18.${process.pid % 256}`
  const [space, world, back] = [`wk${mark}`, `wkw${mark}`, `wkb${mark}`]
  try {
    await call(`netns add ${space}`)
  } catch (error) {
    throw new Error(
      "This test needs its own network namespace: run it as root, with CAP_NET_ADMIN and CAP_SYS_ADMIN.",
      { cause: error },
    )
  }
  bin.defer(async () => {
    await call(`netns del ${space}`)
  })
  await call(`-n ${space} link set lo up`)
  for (const [name, first] of [
    [world, 0],
    [back, 128],
  ] as const) {
    await call(`link add ${name} type veth peer name ${name} netns ${space}`)
    await call(`addr add ${net}.${first + 1}/25 dev ${name}`)
    await call(`link set ${name} up`)
    await call(`-n ${space} addr add ${net}.${first + 9}/25 dev ${name}`)
    await call(`-n ${space} link set ${name} up`)
  }
  return {
    wrapper: [ip, "netns", "exec", space],
    range: `${net}.0/25`,
    behind: `${net}.129`,
    /** Adds a host. */
    async host(number: number) {
      const address = `${net}.${number}`
      const appear = () => call(`addr add ${address}/25 dev ${world}`)
      await appear()
      return { address, appear, vanish: () => call(`addr del ${address}/25 dev ${world}`) }
    },
    cut: () => call(`link set ${world} down`),
    restore: () => call(`link set ${world} up`),
  }
}

/** The prober's whole network fails, and later only one target's host. */
export async function networkCut(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const links = await makeLinks(bin)
  const [left, right, far] = [await links.host(2), await links.host(3), await links.host(4)]
  const shops = [await openShop(bin, left.address), await openShop(bin, right.address)]
  const anchor = await openAnchor(bin, far.address)
  const house = await openHouse(bin, { EGRESS_ANCHORS: anchor, REACHABLE_RANGES: links.range })
  const url = new URL(house.connectionString)
  url.hostname = links.behind
  url.port = `${await openForwarder(bin, links.behind, Number(url.port))}`
  const watched = await Promise.all(
    shops.map((shop) => house.watch(shop.url("/"), { timeoutSeconds: 2 })),
  )
  await house.start(["probe"], {
    wrapper: links.wrapper,
    environment: { DATABASE_URL: url.href },
  })
  const [one, other] = watched
  if (one === undefined || other === undefined) throw new Error("two shops are monitored")
  for (const page of watched) await house.reads(page, ["operational"])

  await links.cut()
  for (const page of watched) await house.readsUnknown(page)
  await sleep(2 * intervalMs)
  for (const page of watched) await house.readsUnknown(page)
  await links.restore()
  for (const page of watched) await house.reads(page, ["operational"])

  await left.vanish()
  await house.reads(one, ["operational", "offline"], 1)
  const failures = (await house.checks(one)).filter(({ status }) => status === "offline")
  for (const failure of failures) expect(["no_route", "connect_timeout"]).toContain(failure.class)
  await left.appear()
  await house.reads(one, ["operational", "offline", "operational"], 1)
  await house.reads(other, ["operational"])
}
