import { chromium, type BrowserContextOptions } from "playwright-core"
import { residentMbOf, spread, type Cell } from "./machine.ts"

/** A page of a dashboard with a list, of ours or of another product. */
export type ListPage = {
  name: string
  url: string
  /** Of a row of the list. */
  row: string
  /** Cookies and storage of a signed-in visitor; none if the page is open to anyone. */
  storageState?: BrowserContextOptions["storageState"]
}

export type Visit = {
  firstRowMs: number
  rows: number
  heapMb: number
  /** Of the page's process. */
  residentMb: number
  nodes: number
  transferredKb: number
}

/** A list has settled when its number of rows stays the same for this long. */
const settledMs = 3_000
const giveUpMs = 120_000

/** Opens a page in a new browser, as on a first visit. */
async function visitCold(executablePath: string, list: ListPage): Promise<Visit> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      ...(list.storageState === undefined ? {} : { storageState: list.storageState }),
    })
    const page = await context.newPage()
    await page.addInitScript(`
      new MutationObserver((_changes, observer) => {
        if (document.querySelector(${JSON.stringify(list.row)}) === null) return
        globalThis.firstRowAt = performance.now()
        observer.disconnect()
      }).observe(document, { subtree: true, childList: true })`)
    const devtools = await context.newCDPSession(page)
    let transferred = 0
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      transferred += encodedDataLength
    })
    devtools.on("Network.webSocketFrameReceived", ({ response }) => {
      transferred += response.payloadData.length
    })
    await devtools.send("Network.enable")
    await page.goto(list.url)
    const row = page.locator(list.row)
    await row.first().waitFor({ timeout: giveUpMs })
    let rows = 0
    for (let before = -1; rows !== before;) {
      before = rows
      await new Promise((resolve) => setTimeout(resolve, settledMs))
      rows = await row.count()
    }
    await devtools.send("HeapProfiler.collectGarbage")
    const { usedSize } = await devtools.send("Runtime.getHeapUsage")
    const whole = await browser.newBrowserCDPSession()
    const { processInfo } = await whole.send("SystemInfo.getProcessInfo")
    const renderers = processInfo.filter(({ type }) => type === "renderer")
    return {
      firstRowMs: await page.evaluate<number>("globalThis.firstRowAt"),
      rows,
      heapMb: usedSize / 1e6,
      residentMb: Math.max(...renderers.map(({ id }) => residentMbOf(id))),
      nodes: await page.evaluate<number>("document.querySelectorAll('*').length"),
      transferredKb: transferred / 1e3,
    }
  } finally {
    await browser.close()
  }
}

/** Visits the pages in turn, so that a busier moment affects all; returns the spread of each. */
export async function compareCold(
  executablePath: string,
  lists: readonly ListPage[],
  rounds: number,
): Promise<Cell[][]> {
  const visits = lists.map((): Visit[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [at, list] of lists.entries()) {
      visits[at]?.push(await visitCold(executablePath, list))
    }
  }
  const names = ["firstRowMs", "rows", "nodes", "heapMb", "residentMb", "transferredKb"] as const
  return lists.map(({ name }, at) => [
    name,
    ...names.map((key) => spread(visits[at]?.map((visit) => visit[key]) ?? [])),
  ])
}
