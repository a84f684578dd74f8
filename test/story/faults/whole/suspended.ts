import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import { sha256 } from "../../../../src/platform/secret.ts"
import { intervalMs, openHouse, roleOf } from "../house.ts"
import { gaps, openAnchor, openShop } from "../shop.ts"

const pages = 12

/**
 * The probe role is stopped in the middle of an attempt, and continued before the supervisor ends it, which it does
 * after a minute without a response.
 */
export async function probeSuspended(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const shop = await openShop(bin)
  const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
  const names = Array.from({ length: pages }, (_, index) => `/${index}`)
  const watched = await Promise.all(names.map((name) => house.watch(shop.url(name))))
  const program = await house.start(["probe"])
  await Promise.all(watched.map((page) => house.request(page)))
  for (const page of watched) await house.reads(page, ["operational"])

  const pid = await roleOf(program, "probe")
  const caught = Promise.withResolvers<void>()
  shop.onVisit("/0", () => {
    process.kill(pid, "SIGSTOP")
    caught.resolve()
  })
  await caught.promise
  await sleep(40_000)
  const back = await house.now()
  const backMs = performance.now()
  process.kill(pid, "SIGCONT")
  await sleep(3 * intervalMs)
  const end = new Date(back.getTime() + performance.now() - backMs)

  for (const [index, page] of watched.entries()) {
    await house.reads(page, ["operational"])
    const checks = await house.checks(page)
    // A busy machine may need seconds for a check, but not the forty.
    expect(Math.max(...checks.map(({ durationMs }) => durationMs))).toBeLessThan(20_000)
    expect(shop.visits(names[index] ?? "", backMs).length).toBeGreaterThan(1)
    // An interrupted check may end first; other checks continue in their slots. Requests do not show that, because a
    // second attempt starts beside a slow first one.
    const started = checks.filter(({ at }) => at >= back && at < end).map(({ at }) => at.getTime())
    const slots = Math.ceil((end.getTime() - back.getTime()) / intervalMs)
    expect(started.length).toBeLessThanOrEqual(slots + 1)
    const early = gaps(started).filter((ms) => ms < intervalMs / 2)
    expect(early.length).toBeLessThanOrEqual(1)
  }
}

/** No ping could be received when one was due, because the whole program was down. */
export async function heartbeatUnheard(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
  const secret = randomBytes(32).toString("base64url")
  const job = await house.watch("heartbeat", {
    kind: "heartbeat",
    url: null,
    heartbeatIntervalMinutes: 1,
    heartbeatGraceMinutes: 0,
    heartbeatHash: sha256(secret),
  })
  const ping = async (address: string | null) => {
    const response = await fetch(`${address}/ping/${secret}`, { method: "POST" })
    expect(response.status).toBe(200)
  }
  const first = await house.start(["api,probe"])
  await ping(first.address)
  await house.reads(job, ["operational"])
  first.process.kill("SIGKILL")
  // The last ping came a while ago: the next one is due while nobody listens.
  await house.services.database.pool.query(
    `with kept as (update heartbeat_ping set at = at - interval '55 seconds' where monitor_id = $1),
          made as (update monitor set watched_since = watched_since - interval '1 minute' where id = $1)
     update monitor_state set last_ping_at = last_ping_at - interval '55 seconds' where monitor_id = $1`,
    [job.id],
  )
  await sleep(30_000)

  const second = await house.start(["api,probe"])
  await house.readsUnknown(job)
  await ping(second.address)
  await house.reads(job, ["operational"])
  const checks = await house.checks(job)
  expect(checks.map(({ status }) => status)).not.toContain("offline")
}
