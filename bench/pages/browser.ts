import { chromium } from "playwright-core"
import { findProgram, printTable } from "../machine.ts"
import type { Stage } from "./page.ts"
import { middle } from "./page.ts"

const changes = 20

/** From the commit of a change until a browser's page shows it. */
export async function measureBrowser({ page, start }: Stage): Promise<void> {
  const executablePath = await findProgram("/usr/bin/chromium", "chromium")
  if (executablePath === null) {
    process.stdout.write("\nwithout chromium nothing is measured on a page\n")
    return
  }
  const ours = await start()
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
  const shown = await browser.newPage()
  await shown.goto(`${ours.address}/status/${page.slug}`)
  await shown.locator("html.live").waitFor()
  await shown.evaluate(`{
    globalThis.seen = {}
    new MutationObserver(() => {
      globalThis.seen[document.querySelector("h1").textContent] ??= Date.now()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }`)
  const waits: number[] = []
  for (let at = 0; at < changes; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    const name = `change-${Date.now()}`
    const tell = await page.rename(name)
    const committedAt = Date.now()
    await tell()
    // The page's own policy lets nothing be evaluated in it, so it is asked from outside.
    let shownAt: number | null = null
    while (shownAt === null) {
      shownAt = await shown.evaluate<number | null>(
        `globalThis.seen[${JSON.stringify(name)}] ?? null`,
      )
    }
    waits.push(shownAt - committedAt)
  }
  printTable(
    [`${changes} changes on a browser's page`, "p50 ms", "longest ms", "goal"],
    [["from the commit until it is shown", middle(waits), Math.max(...waits), "250"]],
  )
  await browser.close()
  await ours.stop()
}
