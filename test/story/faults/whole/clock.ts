import { access, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, vi } from "vitest"
import { ensureProgram } from "../../../support/apt.ts"
import { intervalMs, openHouse, type House, type Watched } from "../house.ts"
import { gaps, openAnchor, openShop, type Shop } from "../shop.ts"
import { patience } from "../../../support/patience.ts"

const minuteMs = 60_000
const pages = ["/a", "/b", "/c"]

/** Path of libfaketime on Debian, from the faketime package. */
async function findLibrary(): Promise<string> {
  await ensureProgram("faketime", "faketime")
  for (const folder of await readdir("/usr/lib")) {
    const path = join("/usr/lib", folder, "faketime/libfaketime.so.1")
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  throw new Error(
    "This test needs libfaketime.so.1 in /usr/lib/*/faketime: apt-get install libfaketime.",
  )
}

/** The prober's wall clock is set forward two hours, then back one hour. */
export async function clockMoved(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const library = await findLibrary()
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-fault-"))
  bin.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, "time")
  const move = (by: string) => writeFile(file, `${by}\n`)
  await move("+0")
  const shop = await openShop(bin)
  const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
  const watched = await Promise.all(pages.map((page) => house.watch(shop.url(page))))
  const breaking = await house.watch(shop.url("/breaking"))
  const beating = await heart(house, 0)
  const silent = await heart(house, 10 * minuteMs)
  const fakes = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  }
  // Pings count only while the api role could receive them.
  await house.start(["api,probe"], { environment: fakes })
  const startedAt = await house.now()
  await Promise.all([...watched, breaking].map((page) => house.request(page)))
  for (const page of [...watched, breaking]) await house.reads(page, ["operational"])
  await house.reads(beating, ["operational"])
  const fromMs = performance.now() + 2 * intervalMs

  await sleep(2 * intervalMs)
  await move("+2h")
  await visited(shop, 3)
  shop.break("/breaking")
  await house.reads(breaking, ["operational", "offline"], 1)
  expect(await isDatedTruly(house, breaking)).toBe(true)

  await move("-1h")
  await visited(shop, 3)
  shop.mend("/breaking")
  await house.reads(breaking, ["operational", "offline", "operational"], 1)
  expect(await isDatedTruly(house, breaking)).toBe(true)

  // Silent for ten minutes, and for one after the restart: an outage, whatever the wall clock says.
  await house.reads(silent, ["offline"], 1)
  const { decidedAt } = await house.services.database.prisma.statusChange.findFirstOrThrow({
    where: { monitorId: silent.id, to: "offline" },
  })
  expect(decidedAt.getTime() - startedAt.getTime()).toBeLessThan(minuteMs + 20_000)
  await house.reads(beating, ["operational"])
  await visited(shop, 7, fromMs)
  for (const [index, page] of watched.entries()) {
    await house.reads(page, ["operational"])
    expect(await isDatedTruly(house, page)).toBe(true)
    const checks = await house.checks(page)
    expect(Math.max(...checks.map(({ durationMs }) => durationMs))).toBeLessThan(20_000)
    const between = regular(shop.visits(pages[index] ?? "", fromMs))
    expect(between.length).toBeGreaterThan(5)
    expect(Math.max(...between)).toBeLessThan(1.8 * intervalMs)
    expect(Math.min(...between)).toBeGreaterThan(intervalMs / 2)
  }
}

/** Between requests, without those of a second attempt right after a first. */
const regular = (visits: number[]): number[] => gaps(visits).filter((ms) => ms > 1000)

/** Waits until each page was checked so often. */
const visited = ({ visits }: Shop, count: number, sinceMs = performance.now()): Promise<void> =>
  vi.waitFor(() => {
    const fewest = Math.min(...pages.map((page) => regular(visits(page, sinceMs)).length))
    expect(fewest).toBeGreaterThanOrEqual(count - 1)
  }, patience)

/** A job with an interval of five minutes whose last ping was this long ago. */
async function heart({ watch, services }: House, silentMs: number): Promise<Watched> {
  const job = await watch("heartbeat", {
    kind: "heartbeat",
    url: null,
    heartbeatIntervalMinutes: 5,
    heartbeatGraceMinutes: 0,
  })
  const { prisma } = services.database
  const lastPingAt = new Date(Date.now() - silentMs)
  await prisma.monitor.update({ where: { id: job.id }, data: { watchedSince: lastPingAt } })
  await prisma.monitorState.update({
    where: { monitorId: job.id },
    data: { lastPingAt, lastPingKind: "success" },
  })
  return job
}

/** Its checks have the database's time: none in the future, and the last one recent. */
async function isDatedTruly({ checks, now }: House, watched: Watched): Promise<boolean> {
  const last = (await checks(watched)).at(-1)?.at.getTime() ?? Number.NaN
  const agoMs = (await now()).getTime() - last
  return agoMs > -1000 && agoMs < 2 * intervalMs
}
