import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { takeSegments } from "../../src/telemetry/ingest/left-segments.ts"
import { recordOf, segmentId, segmentName } from "../../src/telemetry/ingest/segment.ts"
import type { Block } from "../../src/telemetry/otlp/decode.ts"

type Callback = (error: Error | null) => void
type Held = { path: string; finish: Callback }

const own = { fdatasync: fs.fdatasync, fsync: fs.fsync }
const folder = fs.mkdtempSync(join(tmpdir(), "watchkeeper-spool-"))
const held: Held[] = []
const pathOf = (fd: number) => fs.readlinkSync(`/proc/self/fd/${fd}`)
const hold = (fd: number, finish: Callback) => void held.push({ path: pathOf(fd), finish })

/** Syncs end when the test says so. The spool takes the functions when it is loaded. */
beforeAll(() => {
  Object.assign(fs, { fdatasync: hold, fsync: hold })
  syncBuiltinESMExports()
})

afterAll(() => {
  Object.assign(fs, own)
  syncBuiltinESMExports()
  fs.rmSync(folder, { recursive: true, force: true })
})

const block: Block = { table: "otel_logs", rows: 1, bytes: Buffer.from("\0row") }

async function openSpool() {
  const spool = await import("../../src/telemetry/ingest/spool.ts")
  const onSegment = vi.fn<() => void>()
  return {
    ...spool.openSpool({ folders: [folder], env: { TELEMETRY_DISK_FREE_MIB: 1 }, onSegment }),
    onSegment,
  }
}

/** Appends one row. `outcome()` is "waiting" until it is acknowledged or refused. */
function appendTo(spool: Awaited<ReturnType<typeof openSpool>>) {
  let outcome = "waiting"
  const settled = spool.append([block]).then(
    () => (outcome = "acknowledged"),
    () => (outcome = "refused"),
  )
  return { outcome: () => outcome, settled }
}

/** What a file of these blocks has, record by record. */
const segmentOf = (blocks: readonly Block[]) => blocks.map((one) => Buffer.concat(recordOf(one)))

const turn = () => new Promise((resolve) => setImmediate(resolve))
const isName = ({ path }: Held) => path === folder

test.runIf(process.platform === "linux")(
  "acknowledges rows when both the file and its name are on the disk, and later rows of the file by its sync alone",
  async () => {
    const spool = await openSpool()
    const first = appendTo(spool)
    const second = appendTo(spool)
    expect([held.length, held.filter(isName).length]).toEqual([2, 1])
    const [rows, name] = held.splice(0).toSorted((a, b) => Number(isName(a)) - Number(isName(b)))
    expect(rows?.path).toMatch(/-otel_logs\.rows2$/)
    rows?.finish(null)
    await turn()
    expect(first.outcome()).toBe("waiting")
    name?.finish(null)
    await first.settled
    expect([first.outcome(), second.outcome()]).toEqual(["acknowledged", "waiting"])
    // The second was written while the first sync ran, so it needs one of its own.
    expect(held.map(isName)).toEqual([false])
    held.splice(0)[0]?.finish(null)
    await second.settled
    expect(second.outcome()).toBe("acknowledged")
    spool.rotate()
    await turn()
    expect(spool.onSegment).toHaveBeenCalledOnce()
  },
)

test.runIf(process.platform === "linux").for([false, true])(
  "refuses rows and takes a new file when a sync fails (of the name: %s), once none of the file runs any more",
  async (failsByName) => {
    const spool = await openSpool()
    const { settled, outcome } = appendTo(spool)
    const [failing, other] = held
      .splice(0)
      .toSorted((a, b) => Number(isName(b) === failsByName) - Number(isName(a) === failsByName))
    failing?.finish(new Error("EIO"))
    await turn()
    expect(outcome()).toBe("waiting")
    other?.finish(null)
    await settled
    expect(outcome()).toBe("refused")
    const next = appendTo(spool)
    expect([held.length, held.filter(isName).length]).toEqual([2, 1])
    const file = failsByName ? other?.path : failing?.path
    expect(held.map(({ path }) => path)).not.toContain(file)
    for (const { finish } of held.splice(0)) finish(null)
    await next.settled
    expect(next.outcome()).toBe("acknowledged")
    spool.rotate()
  },
)

test("keeps all records that a dead process wrote whole, and nothing of one that it did not", () => {
  const left = fs.mkdtempSync(join(tmpdir(), "watchkeeper-left-"))
  onTestFinished(() => fs.rmSync(left, { recursive: true, force: true }))
  const id = segmentId("019f0000-0000-7000-8000-0000000000aa", "otel_logs")
  const path = join(left, segmentName(id))
  const written = (["first", "second", "third"] as const).map((text) => ({
    ...block,
    bytes: Buffer.from(`\0${text}`),
  }))
  const records = segmentOf(written)
  const whole = Buffer.concat(records)
  const ends = records.map((_, at) => Buffer.concat(records.slice(0, at + 1)).length)
  for (let cut = 0; cut <= whole.length; cut += 1) {
    fs.writeFileSync(path, whole.subarray(0, cut))
    const bytes = ends.findLast((end) => end <= cut) ?? 0
    const segment = { id, path, table: "otel_logs", bytes }
    expect(takeSegments(left)).toMatchObject(bytes === 0 ? [] : [segment])
    expect(fs.existsSync(path) ? fs.readFileSync(path) : Buffer.alloc(0)).toEqual(
      whole.subarray(0, bytes),
    )
  }
  const damaged = Buffer.from(whole)
  damaged[whole.length - 1]! ^= 1
  fs.writeFileSync(path, damaged)
  expect(takeSegments(left)).toMatchObject([{ bytes: ends[1] }])
})

test("a request with rows of several tables is acknowledged when all of them are on the disk", async () => {
  const spool = await openSpool()
  const isAcknowledged = vi.fn<() => void>()
  const settled = spool
    .append([block, { ...block, table: "otel_metrics_sum" }])
    .then(isAcknowledged)
  const [last, ...others] = held.splice(0)
  expect(others).toHaveLength(3)
  for (const { finish } of others) finish(null)
  await turn()
  expect(isAcknowledged).not.toHaveBeenCalled()
  last?.finish(null)
  await settled
  expect(isAcknowledged).toHaveBeenCalledOnce()
  spool.rotate()
})
