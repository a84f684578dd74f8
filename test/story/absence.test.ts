import { describe, expect, test, vi } from "vitest"
import { readUptime } from "../../src/graphql/check/uptime.ts"
import { connect } from "../../src/postgres.ts"
import type { House, Watched } from "./faults/house.ts"
import { intervalMs, openHouse, roleOf } from "./faults/house.ts"
import { gaps, openAnchor, openShop } from "./faults/shop.ts"

const minuteMs = 60_000
const patience = { timeout: 60_000, interval: 100 }

/** Everything that is dated happened so much earlier: nobody has looked for that long. */
async function moveBack({ connectionString }: House, minutes: number): Promise<void> {
  const database = connect(connectionString, 1)
  const columns = {
    monitor: ["created_at", "updated_at", "watched_since"],
    monitor_state: ["status_since", "last_check_at"],
    status_change: ["at", "decided_at"],
    verdict: ["at"],
    incident: ["started_at", "created_at"],
    check_result: ["started_at"],
  }
  try {
    for (const [table, names] of Object.entries(columns)) {
      const moves = names.map((name) => `${name} = ${name} - make_interval(mins => ${minutes})`)
      await database.pool.query(`update ${table} set ${moves.join(", ")}`)
    }
  } finally {
    await database.end()
  }
}

const shownAs = (house: House, { id }: Watched, status: string) =>
  vi.waitFor(async () => {
    const { prisma } = house.services.database
    const state = await prisma.monitorState.findUniqueOrThrow({ where: { monitorId: id } })
    expect(state.status).toBe(status)
  }, patience)

const eventsOf = async (house: House, { id }: Watched) => {
  const rows = await house.services.database.prisma.delivery.findMany({
    where: { subjectId: id, event: "monitor.status_changed" },
    orderBy: { id: "asc" },
  })
  return rows.map(({ payload }) => (payload as { to: string }).to)
}

describe.concurrent("nobody looks", { timeout: 200_000 }, () => {
  test("a prober that is killed is back within seconds, and looks at nothing twice", async () => {
    await using bin = new AsyncDisposableStack()
    const shop = await openShop(bin)
    const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
    const names = Array.from({ length: 40 }, (_, index) => `/${index}`)
    const watched = await Promise.all(names.map((name) => house.watch(shop.url(name))))
    const startedMs = performance.now()
    const program = await house.start(["probe"])
    const startMs = performance.now() - startedMs
    await Promise.all(watched.map((page) => house.request(page)))
    for (const page of watched) await house.reads(page, ["operational"])

    const pid = await roleOf(program, "probe")
    process.kill(pid, "SIGKILL")
    const killedMs = performance.now()
    const killedAt = await house.now()
    const visited = () => names.flatMap((name) => shop.visits(name, killedMs + 200))
    await vi.waitFor(() => expect(visited()).not.toEqual([]), patience)
    // A start of the whole program takes longer than that of one role; the lease alone would take up to 15 s.
    expect(Math.min(...visited()) - killedMs).toBeLessThan(startMs + 3000)
    const seenSince = async (page: Watched) => {
      const checks = (await house.checks(page)).map(({ at }) => at.getTime())
      return checks.filter((at) => at > killedAt.getTime())
    }
    for (const page of watched) {
      await vi.waitFor(
        async () => expect((await seenSince(page)).length).toBeGreaterThan(1),
        patience,
      )
    }
    for (const page of watched) {
      expect(Math.min(...gaps(await seenSince(page)))).toBeGreaterThan(intervalMs - 1500)
    }
  })

  test("while no prober runs a monitor is unknown; once one is back it is as it was, and nobody was told", async () => {
    await using bin = new AsyncDisposableStack()
    const shop = await openShop(bin)
    const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
    const page = await house.watch(shop.url("/"))
    await house.start(["api,notify"])
    const prober = await house.start(["probe"])
    await house.request(page)
    await house.reads(page, ["operational"])
    prober.process.kill("SIGKILL")
    await shownAs(house, page, "operational")
    await prober.stop()
    await moveBack(house, 10)
    await shownAs(house, page, "unknown")

    await house.start(["probe"])
    await shownAs(house, page, "operational")
    expect(await house.ledger(page)).toMatchObject({ incidents: 0, alerts: 0 })
    expect(await eventsOf(house, page)).toEqual(["operational"])
    const now = await house.now()
    const window = { from: new Date(now.getTime() - 10 * minuteMs), to: now }
    const { times } = await readUptime(house.services, page.seq, window)
    expect(times.unknown / minuteMs).toBeGreaterThan(9)
  })

  test("an outage goes on through six hours in which the whole house was off", async () => {
    await using bin = new AsyncDisposableStack()
    const shop = await openShop(bin)
    const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
    const page = await house.watch(shop.url("/"))
    const before = await house.start([])
    await house.request(page)
    await house.reads(page, ["operational"])
    shop.break("/")
    await house.request(page)
    await house.reads(page, ["operational", "offline"], 1)
    before.process.kill("SIGKILL")
    await before.stop()
    await moveBack(house, 360)

    await house.start([])
    await shownAs(house, page, "offline")
    shop.mend("/")
    await house.request(page)
    await house.reads(page, ["operational", "offline", "operational"], 1)
    expect(await house.ledger(page)).toMatchObject({
      incidents: 1,
      alerts: 1,
      open: 0,
      verdicts: { declared: 1, recovered: 1 },
    })
    expect(await eventsOf(house, page)).toEqual(["operational", "offline", "operational"])
    const now = await house.now()
    const window = { from: new Date(now.getTime() - 360 * minuteMs), to: now }
    const { times } = await readUptime(house.services, page.seq, window)
    expect(times.unknown / minuteMs).toBeGreaterThan(358)
  })
})
