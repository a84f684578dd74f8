import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import axe from "axe-core"
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { ensureProgram } from "../support/apt.ts"
import { describePage, notePage } from "./describe-page.ts"

const root = join(import.meta.dirname, "../..")
const quietly = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Custom domains of status pages.
  "--host-resolver-rules=MAP *.acme.test 127.0.0.1",
]

/** The headless shell takes about half the CPU of the whole browser; it lacks notifications. */
type Program = "chromium" | "chromium-headless-shell"

const launched = new Map<Program, Promise<Browser>>()
/** One browser for all files of a worker; it ends with the worker. */
async function launchOnce(program: Program): Promise<Browser> {
  const before = launched.get(program)
  if (before !== undefined) return before
  const launching = ensureProgram(program, program).then((executablePath) =>
    chromium.launch({ executablePath, args: quietly }),
  )
  launched.set(program, launching)
  return launching
}

/** A real browser for the whole file; each visitor has separate cookies. */
export function useBrowser({
  needsDashboard = true,
  program = "chromium-headless-shell",
}: { needsDashboard?: boolean; program?: Program } = {}) {
  const held: { browser?: Browser } = {}
  const contexts: BrowserContext[] = []
  const notesOf = new Map<Page, string[]>()
  beforeAll(async () => {
    if (needsDashboard) await requireBuilt()
    held.browser = await launchOnce(program)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return
    const open = [...notesOf].filter(([page]) => !page.isClosed())
    const shown = await Promise.all(open.map(([page, notes]) => describePage(page, notes)))
    // A second error of the failed test, which stands beside the first one in the report.
    if (shown.length > 0) throw new Error(shown.join("\n\n"))
  })
  afterAll(() => Promise.all(contexts.map((one) => one.close())))
  return {
    /** A page whose errors, blocked scripts and blocked styles fail the test. */
    async visit(baseURL: string, options: BrowserContextOptions = {}): Promise<Visitor> {
      if (held.browser === undefined) throw new Error("the browser opens in beforeAll")
      const context = await held.browser.newContext({
        baseURL,
        viewport: { width: 1280, height: 800 },
        ...options,
      })
      contexts.push(context)
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      notesOf.set(page, notePage(page))
      const faults: string[] = []
      page.on("pageerror", (error) => faults.push(error.message))
      page.on("console", (message) => {
        const text = message.text()
        if (/content security policy/i.test(text)) faults.push(text)
      })
      return { page, faults }
    },
  }
}

export type Visitor = { page: Page; faults: string[] }

/** For a server whose address must be known before it starts. */
export { freePort } from "../support/port.ts"

/** `npm test` builds it first; a single test file must not test an old build. */
async function requireBuilt(): Promise<void> {
  const sources = join(root, "src/web")
  const names = await readdir(sources, { recursive: true })
  const changed = await Promise.all(names.map((name) => changedAt(join(sources, name))))
  if (Math.max(...changed) > (await changedAt(join(root, "dist/web/index.html")))) {
    throw new Error("dist/web is missing or older than src/web: run `npm run build:web`.")
  }
}

const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

export { password, signUp } from "./sign-up.ts"

type Found = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }

/** All rules of axe in light; in dark those that depend on colors. */
const audits = {
  light: "{}",
  dark: "{ runOnly: ['color-contrast', 'link-in-text-block'] }",
} as const

/** Checks axe's rules in light and dark, and that a small phone has no horizontal scrolling. */
export async function expectAccessible({ page }: Visitor, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source)
    const { violations } = await page.evaluate<Found>(
      // Focus guards of popups pass the focus on at once; nobody can rest on them.
      `axe.run({ exclude: ['[data-base-ui-focus-guard]'] }, ${audits[colorScheme]})`,
    )
    const received = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
    expect(received, `${name} in ${colorScheme}`).toEqual([])
  }
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  )
  expect(overflow, `${name} at 360 px scrolls sideways`).toBe(0)
  await page.setViewportSize(size)
}
