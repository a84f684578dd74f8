import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import { intervalMs, openHouse } from "../house.ts"
import { makeLinks } from "./links.ts"
import { openAnchor, openForwarder, openShop } from "../shop.ts"

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
