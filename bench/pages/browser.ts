import { chromium } from "playwright-core"
import { findProgram, printTable, quantile, spreads } from "../machine.ts"
import type { Stage } from "./page.ts"

const changes = 10

/** Measures the time from the commit of a change until a browser shows it. */
export async function measureBrowser({ page, bus, start, rounds }: Stage): Promise<void> {
  const executablePath = await findProgram("/usr/bin/chromium", "chromium")
  if (executablePath === null) {
    process.stdout.write("\nThe browser part needs Chromium, which is missing.\n")
    return
  }
  const ours = await start()
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
  const shown = await browser.newPage()
  await shown.goto(`${ours.address}/status/${page.slug}`)
  await shown.locator("html.live").waitFor()
  await shown.evaluate(`{
    globalThis.shownAtMs = {}
    new MutationObserver(() => {
      globalThis.shownAtMs[document.querySelector("h1").textContent] ??= Date.now()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }`)
  const all: number[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const cpuMs = ours.cpuMs()
    const waits = await changeOften()
    const cpuEach = (ours.cpuMs() - cpuMs) / changes
    all.push([quantile(waits, 0.5), quantile(waits, 1), cpuEach])
  }
  printTable(
    [
      `${changes} changes in a browser, ${bus}`,
      "p50, ms",
      "max, ms",
      "CPU of all roles for one, ms",
    ],
    [["from the commit until visible (goal 250)", ...spreads(all)]],
  )
  await browser.close()
  await ours.stop()

  async function changeOften(): Promise<number[]> {
    const waits: number[] = []
    for (let at = 0; at < changes; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      const name = `change-${Date.now()}`
      const publish = await page.rename(name)
      const committedAt = Date.now()
      await publish()
      // The page's Content-Security-Policy forbids eval, so it is polled from outside.
      let shownAt: number | null = null
      while (shownAt === null) {
        shownAt = await shown.evaluate<number | null>(
          `globalThis.shownAtMs[${JSON.stringify(name)}] ?? null`,
        )
      }
      waits.push(shownAt - committedAt)
    }
    return waits.toSorted((a, b) => a - b)
  }
}
