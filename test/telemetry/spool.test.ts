import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
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

const block: Block = { table: "otel_logs", rows: 1, bytes: Buffer.from("row") }

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
    expect(rows?.path).toMatch(/\.seg$/)
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
