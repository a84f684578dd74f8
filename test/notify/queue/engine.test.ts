import { expect, onTestFinished, test } from "vitest"
import { createSlots } from "../../../src/notify/engine/slots.ts"
import { startQueue, type Job, type Queue } from "../../../src/notify/engine/start-queue.ts"
import { systemClock } from "../../../src/platform/clock.ts"
import { createLog } from "../../../src/platform/log.ts"
import { soon } from "../../support/soon.ts"

const services = { clock: systemClock, log: createLog("silent", "test") }

/** A queue of jobs with these ids and `size` slots. */
function queueOf(ids: string[], size: number, policy: Pick<Queue<Job, string>, "settle">) {
  const due = ids.map((id): Job => ({ id, token: "" }))
  const claims: number[] = []
  const slots = createSlots({
    sizes: { all: size },
    placeOf: ({ id }: Job) => ({ pool: "all" as const, share: "", target: id }),
    crowdedAt: {},
  })
  const queue = startQueue<Job, string>(services, {
    name: "test",
    slots,
    leaseSeconds: 30,
    claim() {
      const claimed = due.splice(0, slots.of("all").free)
      claims.push(claimed.length)
      return Promise.resolve(claimed)
    },
    attempt: ({ id }) => Promise.resolve(id),
    renew: () => Promise.resolve(),
    ...policy,
  })
  onTestFinished(() => queue.stop())
  return { queue, claims }
}

test("a result that cannot be stored blocks no other of its batch, and is stored later", async () => {
  const stored: string[] = []
  const broken = { is: true }
  queueOf(["a", "bad", "c"], 10, {
    settle(results) {
      if (broken.is && results.includes("bad")) return Promise.reject(new Error("cannot be stored"))
      stored.push(...results)
      return Promise.resolve(results.map(() => true))
    },
  })
  await soon(() => stored).toEqual(["a", "c"])
  broken.is = false
  await soon(() => stored).toHaveLength(3)
  expect(stored).toEqual(["a", "c", "bad"])
})

test("nothing is claimed without a free slot, and each freed slot is filled at once", async () => {
  const stored: string[] = []
  const { claims } = queueOf(["1", "2", "3", "4", "5"], 2, {
    settle(results) {
      stored.push(...results)
      return Promise.resolve(results.map(() => true))
    },
  })
  await soon(() => stored).toEqual(["1", "2", "3", "4", "5"])
  expect(Math.max(...claims)).toBe(2)
})

test("a slot that becomes free while others are being claimed is filled without waiting", async () => {
  const due = ["a", "b", "c", "d"].map((id): Job => ({ id, token: "" }))
  const ends = new Map(due.map(({ id }) => [id, Promise.withResolvers<string>()]))
  const started: string[] = []
  const isClaimed = Promise.withResolvers<void>()
  const slots = createSlots({
    sizes: { all: 2 },
    placeOf: ({ id }: Job) => ({ pool: "all" as const, share: "", target: id }),
    crowdedAt: {},
  })
  const neverMs = 600_000
  const queue = startQueue<Job, string>(
    services,
    {
      name: "test",
      slots,
      leaseSeconds: 30,
      async claim() {
        const claimed = due.splice(0, slots.of("all").free)
        if (claimed.some(({ id }) => id === "c")) await isClaimed.promise
        return claimed
      },
      attempt({ id }) {
        started.push(id)
        return ends.get(id)?.promise ?? Promise.resolve(id)
      },
      settle: (results) => Promise.resolve(results.map(() => true)),
      renew: () => Promise.resolve(),
    },
    neverMs,
  )
  onTestFinished(async () => {
    for (const [id, end] of ends) end.resolve(id)
    await queue.stop()
  })
  await soon(() => started).toEqual(["a", "b"])
  ends.get("a")?.resolve("a")
  await soon(() => due.length).toBe(1)
  ends.get("b")?.resolve("b")
  await soon(() => slots.of("all").free).toBe(2)
  isClaimed.resolve()
  await soon(() => started).toHaveLength(4)
  expect(started).toEqual(["a", "b", "c", "d"])
})
