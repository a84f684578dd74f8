import { setTimeout as sleep } from "node:timers/promises"
import { expect, test, vi } from "vitest"
import { shardCount } from "../../src/probe/shards.ts"
import { intervalMs, openHouse } from "./faults/house.ts"
import { gaps, openAnchor, openForwarder, openShop } from "./faults/shop.ts"
import { makeLinks } from "./faults/whole/links.ts"
import { patience } from "../support/patience.ts"

const pages = 12
/** Unproved for ten seconds, then the next renewal and the pulse before it. */
const leaveMs = 20_000
/** Tolerance on a busy machine. */
const lateMs = 5000

test("of two probers one goes blind: the other takes its monitors within 20 s, and gives them back", async () => {
  await using bin = new AsyncDisposableStack()
  const links = await makeLinks(bin)
  const [near, far] = [await links.host(2), await links.host(3)]
  const shop = await openShop(bin, near.address)
  const anchor = await openAnchor(bin, far.address)
  const house = await openHouse(bin, { EGRESS_ANCHORS: anchor, REACHABLE_RANGES: links.range })
  const url = new URL(house.connectionString)
  url.hostname = links.behind
  url.port = `${await openForwarder(bin, links.behind, Number(url.port))}`
  const watched = await Promise.all(
    Array.from({ length: pages }, (_, index) =>
      house.watch(shop.url(`/${index}`), { seq: 5 * index + 1, timeoutSeconds: 2 }),
    ),
  )
  const shares = async () => {
    const { rows } = await house.services.database.pool.query<{ count: number }>(
      "select count(*)::int from probe_shard where holder is not null group by holder order by 1",
    )
    return rows.map(({ count }) => count)
  }
  const become = (...sizes: number[]) =>
    vi.waitFor(async () => expect(await shares()).toEqual(sizes), patience)

  await house.start(["probe"])
  await house.start(["probe"], {
    wrapper: links.wrapper,
    environment: { DATABASE_URL: url.href },
  })
  await become(shardCount / 2, shardCount / 2)
  for (const page of watched) await house.reads(page, ["operational"])
  const from = await house.now()
  await links.blind()
  await become(shardCount)
  await sleep(2 * intervalMs)
  const to = await house.now()
  await links.see()
  await become(shardCount / 2, shardCount / 2)
  for (const page of watched) {
    const checks = await house.checks(page)
    expect(checks.filter(({ status }) => status === "offline")).toEqual([])
    const known = checks.filter(({ status }) => status !== "unknown").map(({ at }) => at.getTime())
    const within = known.filter((at) => at > from.getTime() - intervalMs && at < to.getTime())
    const unseenMs = Math.max(...gaps([...within, to.getTime()]))
    expect(unseenMs).toBeLessThan(leaveMs + intervalMs + lateMs)
    expect(await house.ledger(page)).toMatchObject({ incidents: 0, alerts: 0 })
  }
})
