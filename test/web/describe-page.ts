import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "playwright-core"

const mostNotes = 20
const mostText = 3000
/** A page whose scripts do not end never answers. */
const answerMs = 5000

/** Collects what a page's console and its failed requests say, for the report of a failed test. */
export function notePage(page: Page): string[] {
  const notes: string[] = []
  const note = (text: string) => {
    notes.push(text.slice(0, 300))
    if (notes.length > mostNotes) notes.shift()
  }
  page.on("console", (message) => note(`${message.type()}: ${message.text()}`))
  page.on("requestfailed", (request) =>
    note(`${request.method()} ${request.url()} failed: ${request.failure()?.errorText}`),
  )
  page.on("response", (response) => {
    if (response.status() < 400) return
    note(`${response.request().method()} ${response.url()} answered ${response.status()}`)
  })
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) note(`went to ${frame.url()}`)
  })
  return notes
}

/** Where a page is, what it shows, what its fields contain and what was noted of it. */
export async function describePage(page: Page, notes: readonly string[]): Promise<string> {
  const shown = await Promise.race([
    page.evaluate<string>(shownText).catch((error: unknown) => String(error)),
    sleep(answerMs, "The page did not answer.", { ref: false }),
  ])
  return [`The browser is at ${page.url()} and shows:`, shown.slice(0, mostText), ...notes].join(
    "\n",
  )
}

const shownText = `[
  document.body.innerText,
  ...[...document.querySelectorAll("input, textarea, select")].map(
    (field) => (field.name || field.id) + " = " + (field.type === "password" ? "…" : field.value) +
      (field.checked ? " (checked)" : "") + (field === document.activeElement ? " (focused)" : ""),
  ),
].join("\\n")`
