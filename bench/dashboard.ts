import { parseArgs } from "node:util"
import { chromium, type Page } from "playwright-core"
import type { MonitorStatus } from "../prisma/generated/enums.ts"
import { changeStatuses } from "../src/graphql/monitoring/check/change-status.ts"
import { transact } from "../src/graphql/kernel/transaction.ts"
import { freePort } from "../test/support/port.ts"
import { addMonitors } from "../test/support/many-monitors.ts"
import { signUp } from "../test/web/sign-up.ts"
import { compareCold } from "./cold-visit.ts"
import { cpuMsOf, describeMachine, findProgram, printTable, spreads, type Cell } from "./machine.ts"
import { eachBus, titleOf } from "./redis.ts"
import { openStage } from "./stage.ts"

/** `npm run bench:dashboard`: the list of monitors in Chromium, also beside another product's. */

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,20000" },
    seconds: { type: "string", default: "20" },
    redis: { type: "string", default: "without,with" },
    rounds: { type: "string", default: "3" },
    rate: { type: "string", default: "200" },
    slowdowns: { type: "string", default: "1,4" },
    window: { type: "boolean", default: false },
    other: { type: "string" },
    "other-row": { type: "string" },
    "other-name": { type: "string", default: "other" },
    "other-state": { type: "string" },
  },
})
const sizes = options.sizes.split(",").map(Number)
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
const rate = Number(options.rate)
const slowdowns = options.slowdowns.split(",").map(Number)

/** So that the prober checks none of them: the benchmark changes their statuses. */
const yearSeconds = 31_536_000

const executablePath = await findProgram("/usr/bin/chromium", "chromium")
if (executablePath === null) throw new Error("Chromium is missing; install it to measure")
process.stdout.write(`${describeMachine(false)}\n`)
await eachBus(options.redis, async (bus, settings) => {
  const opened = await open(executablePath, settings)
  try {
    await measureList(opened, bus)
  } finally {
    await opened.browser.close()
    await opened.stage.stop()
  }
})

type Opened = Awaited<ReturnType<typeof open>>

/** The product with an account, and its list of monitors in a browser. */
async function open(executablePath: string, settings: Record<string, string>) {
  const stage = await openStage(settings)
  const port = await freePort()
  const product = await stage.startAll({
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
  })
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox"],
    // Without a window, Chromium dates the frame that answers a key too late by up to a second.
    headless: !options.window,
  })
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.addInitScript(`
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("[data-row]") === null) return
      globalThis.firstRowAt = performance.now()
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true })`)
  const devtools = await context.newCDPSession(page)
  await signUp({ page }, "bench@example.test", "Bench")
  const { id: projectId } = await stage.services.database.prisma.project.findFirstOrThrow()
  return { executablePath, stage, product, browser, context, page, devtools, projectId }
}

async function measureList(opened: Opened, bus: string): Promise<void> {
  const { stage, devtools, projectId } = opened
  const loads: Cell[][] = []
  const moves: Cell[][] = []
  let added = 0
  for (const size of sizes) {
    if (size > added) await addMonitors(stage.services, projectId, size - added, yearSeconds)
    added = Math.max(added, size)
    if (size === 1000) await compareWithOther(opened)
    for (const slowdown of slowdowns) {
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
      const label = [`${size}, CPU ${slowdown}× slower`]
      loads.push([...label, ...(await measureLoad(opened))])
      const figures: number[][] = []
      for (let round = 0; round < rounds; round += 1) figures.push(await measureMoves(opened))
      moves.push([...label, ...spreads(figures)])
    }
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  }
  printTable(
    [
      titleOf("monitors", bus),
      "load to first row, ms",
      "answer to first row, ms",
      "heap, MB",
      "DOM nodes",
    ],
    loads,
  )
  printTable(
    [
      titleOf("monitors, moving", bus),
      "frames scrolling",
      "longest, ms",
      "over 50 ms",
      "changes sent",
      "slowest interaction, ms",
      "CPU of the api role, %",
      "CPU of all processes, %",
      "heap before, MB",
      "after, MB",
      "DOM nodes",
    ],
    moves,
  )
}

/** First visits to our list and to another installation's of the same size, in turn. */
async function compareWithOther(opened: Opened): Promise<void> {
  const { executablePath, product, context, projectId } = opened
  const { other, "other-row": row, "other-name": name, "other-state": storageState } = options
  if (other === undefined || row === undefined) return
  const ours = {
    name: "Watchkeeper",
    url: `${product.address}/projects/${projectId}/monitors`,
    row: "[data-row]",
    storageState: await context.storageState(),
  }
  const theirs = { name, url: other, row, ...(storageState === undefined ? {} : { storageState }) }
  printTable(
    [
      "first visit, 1,000 monitors",
      "first row, ms",
      "rows in the document",
      "DOM nodes",
      "heap, MB",
      "page's process, MB",
      "transferred, KB",
    ],
    await compareCold(executablePath, [ours, theirs], 5),
  )
}

/** Scrolling, and then statuses that change. */
async function measureMoves(opened: Opened): Promise<number[]> {
  const { product } = opened
  const [before] = await memoryOf(opened)
  const scrolled = await measureScroll(opened.page)
  const [role, all] = [cpuMsOf(product.pid), product.cpuMs()]
  const changed = await measureChanges(opened)
  const used = [cpuMsOf(product.pid) - role, product.cpuMs() - all].map((ms) => ms / (seconds * 10))
  return [...scrolled, ...changed, ...used, before, ...(await memoryOf(opened))]
}

/** Five loads with an empty cache. */
async function measureLoad(opened: Opened): Promise<Cell[]> {
  const { page, devtools, projectId } = opened
  const loads: number[][] = []
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true })
  for (let at = 0; at < 5; at++) {
    await page.goto(`/projects/${projectId}/monitors`)
    await page.locator("[data-row]").first().waitFor()
    const times = await page.evaluate<[load: number, answer: number]>(`(() => {
      const row = globalThis.firstRowAt
      const answers = performance.getEntriesByType("resource")
        .filter(({ name, responseEnd }) => name.endsWith("/graphql") && responseEnd <= row)
      return [row, row - Math.max(...answers.map(({ responseEnd }) => responseEnd))]
    })()`)
    loads.push([...times, ...(await memoryOf(opened))])
  }
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: false })
  return spreads(loads)
}

/** Heap in MB after a collection, and elements in the document. */
async function memoryOf({ page, devtools }: Opened): Promise<[heap: number, nodes: number]> {
  await devtools.send("HeapProfiler.collectGarbage")
  const { usedSize } = await devtools.send("Runtime.getHeapUsage")
  const nodes = await page.evaluate<number>("document.querySelectorAll('*').length")
  return [usedSize / 1e6, nodes]
}

/** Scrolls down and up for ten seconds by 300 px a frame, which also reads further pages. */
async function measureScroll(page: Page): Promise<number[]> {
  const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
    const frames = []
    const start = performance.now()
    let last = start
    const step = (now) => {
      frames.push(now - last)
      last = now
      scrollBy(0, now - start < 7000 ? 300 : -300)
      if (now - start < 10000) requestAnimationFrame(step)
      else resolve(frames.slice(1))
    }
    requestAnimationFrame(step)
  })`)
  return [frames.length, Math.max(...frames), frames.filter((ms) => ms > 50).length]
}

/** Changes statuses at a steady rate, while keys move through the rows. */
async function measureChanges(opened: Opened): Promise<number[]> {
  const { page, projectId } = opened
  const { services } = opened.stage
  await page.evaluate("scrollTo(0, 0)")
  await page.evaluate(`{
    globalThis.interactions = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.interactions.push(duration)
    }).observe({ type: "event", durationThreshold: 16 })
  }`)
  const { rows } = await services.database.pool.query<Changing>(
    `select m.id, m.name, s.status from monitor m join monitor_state s on s.monitor_id = m.id
      where m.project_id = $1 order by s.status desc, m.name`,
    [projectId],
  )
  const until = performance.now() + seconds * 1000
  let sent = 0
  const keys = (async () => {
    while (performance.now() < until) {
      await page.keyboard.press(Math.random() < 0.7 ? "j" : "k")
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  const start = performance.now()
  while (performance.now() < until) {
    const due = Math.min(rate, Math.floor(((performance.now() - start) / 1000) * rate) - sent)
    if (due > 0)
      await change(
        opened,
        Array.from({ length: due }, (_one, at) => rows[(sent + at) % rows.length]),
      )
    sent += Math.max(0, due)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await keys
  const interactions = await page.evaluate<number[]>("globalThis.interactions")
  return [sent, Math.max(0, ...interactions)]
}

type Changing = { id: string; name: string; status: MonitorStatus }

/** As a recorded check does, without the check. */
async function change(
  { stage: { services }, projectId }: Opened,
  monitors: (Changing | undefined)[],
): Promise<void> {
  const at = new Date()
  await transact(services, async (tx) => {
    const changes = monitors.flatMap((monitor) => {
      if (monitor === undefined) return []
      const from = monitor.status
      monitor.status = from === "offline" ? "operational" : "offline"
      return {
        projectId,
        monitorId: monitor.id,
        monitorName: monitor.name,
        from,
        to: monitor.status,
        announcedBefore: null,
        at,
        decidedAt: at,
        findings: [],
        verdictId: null,
      }
    })
    for (const { monitorId: id, to } of changes) {
      await tx.db.monitorState.update({
        where: { monitorId: id },
        data: { status: to, statusSince: at },
      })
    }
    await changeStatuses(tx, changes)
  })
}
