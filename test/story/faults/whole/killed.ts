import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import { openHouse, roleOf, type House, type Watched } from "../house.ts"
import { openAnchor, openShop, type Shop } from "../shop.ts"

const pages = 12
const roles = ["api", "notify", "probe"]
const kills = 12
const seed = 20_261_121

/** Roles are killed at random moments, a dozen times, while a dozen targets fail and recover. */
export async function rolesKilled(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const shop = await openShop(bin)
  const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
  const names = Array.from({ length: pages }, (_, index) => `/${index}`)
  const watched = await Promise.all(names.map((name) => house.watch(shop.url(name))))
  const program = await house.start([])
  const random = randomOf(seed)
  const work = { isOver: false }

  async function killing(): Promise<void> {
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(500 + random() * 4000)
      const role = roles[Math.floor(random() * roles.length)] ?? "probe"
      process.kill(await roleOf(program, role), "SIGKILL")
    }
    work.isOver = true
  }
  const [rounds] = await Promise.all([
    Promise.all(
      watched.map((page, index) => breaking(house, shop, page, names[index] ?? "", work)),
    ),
    killing(),
  ])
  for (const [index, page] of watched.entries()) {
    expect(await house.ledger(page)).toEqual(expectedLedger(rounds[index] ?? 0))
  }
}

/** Breaks and repairs one page until the work is over, waiting each time for the status; returns how often. */
async function breaking(
  { request, reads }: House,
  shop: Shop,
  page: Watched,
  name: string,
  work: { isOver: boolean },
): Promise<number> {
  const statuses = ["operational"]
  await request(page)
  await reads(page, statuses)
  for (let rounds = 0; ; rounds += 1) {
    if (work.isOver && rounds > 0) return rounds
    shop.break(name)
    statuses.push("offline")
    await request(page)
    await reads(page, statuses, 1)
    shop.mend(name)
    statuses.push("operational")
    await request(page)
    await reads(page, statuses, 1)
  }
}

/** Down again within ten minutes is the same incident, so there is one. */
const expectedLedger = (rounds: number) => ({
  incidents: 1,
  alerts: 1,
  open: 0,
  untold: 0,
  verdicts: {
    declared: 1,
    ...(rounds > 1 ? { reopened: rounds - 1 } : {}),
    recovered: rounds,
  },
})

/** mulberry32: small, seeded and good enough to choose victims. */
function randomOf(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
