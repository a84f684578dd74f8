import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { usualDefaults } from "../../src/graphql/monitoring/monitor/rules/kinds/kind.ts"
import { settings } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"

const root = join(import.meta.dirname, "../..")
const run = promisify(execFile)

/** Other defaults than those of the source. */
const others = {
  interval: 180,
  timeoutSeconds: 17,
  failureThreshold: 13,
  recoveryThreshold: 14,
  flapWindowMinutes: 23,
}

const kindFile = "/rules/kinds/kind.ts"
/** Runs before a program and gives it these defaults instead. */
const planted = `
  import { registerHooks } from "node:module"
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith(${JSON.stringify(kindFile)})) return loaded
      let source = String(loaded.source)
      for (const [name, value] of Object.entries(${JSON.stringify(others)})) {
        source = source.replace(new RegExp("^(  " + name + ": )[0-9]+,$", "m"), "$1" + value + ",")
      }
      return { ...loaded, source }
    },
  })`

/** What every reader makes of the defaults. */
const program = `
  import { printSchema } from "graphql"
  import { documentSchema } from "./src/graphql/monitoring/config/json-schema.ts"
  import { writeEntry } from "./src/graphql/monitoring/config/rules/write-entry.ts"
  import { kindSheet } from "./src/graphql/monitoring/monitor/rules/kind-sheet.ts"
  import { newColumns } from "./src/graphql/monitoring/monitor/rules/monitor-columns.ts"
  import { schema } from "./src/graphql/schema.ts"
  import { openApi } from "./src/rest/openapi/document.ts"
  const columns = newColumns("http", { values: { name: "Shop", url: "https://shop.example" }, cleared: new Set() })
  const row = { kind: "http", settings: {}, labels: [], parent: null, pausedAt: null, sealedHeaders: null, ...columns }
  const usual = Object.keys(writeEntry(row, null, true))
  const old = writeEntry({ ...row, recoveryThreshold: 1, flapWindowMinutes: 10 }, null, true)
  const texts = [printSchema(schema), JSON.stringify(documentSchema()), JSON.stringify(openApi("http://localhost"))]
  process.stdout.write(JSON.stringify({ columns, usual, old, sheet: kindSheet().http.defaults, texts }), () => process.exit())`

type Found = {
  columns: Record<string, unknown>
  usual: string[]
  old: Record<string, unknown>
  sheet: Record<string, unknown>
  texts: [graphql: string, document: string, openapi: string]
}

async function readWithOthers(): Promise<Found> {
  const { stdout } = await run(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(planted)}`,
      "--input-type=module",
      "--eval",
      program,
    ],
    { cwd: root, maxBuffer: 64 * 1024 ** 2 },
  )
  return JSON.parse(stdout) as Found
}

test("a changed default of monitors reaches columns, exports, texts and forms", async () => {
  const { columns, usual, old, sheet, texts } = await readWithOthers()
  const { interval, ...counts } = others
  expect(columns).toMatchObject({ intervalSeconds: interval, ...counts })
  expect(sheet).toMatchObject({ interval: "3m", ...counts })
  expect(usual).not.toContain("flap_window_minutes")
  expect(usual).not.toContain("recovery_threshold")
  expect(old).toMatchObject({ flap_window_minutes: 10, recovery_threshold: 1 })
  const [graphql, document, openapi] = texts
  const words = [
    "3m by default",
    "17 by default",
    "13 by default",
    "14 by default",
    "23 by default",
  ]
  for (const text of [graphql, document, openapi]) {
    expect(words.filter((one) => !text.includes(one))).toEqual([])
  }
})

test("forms and the database have the same defaults", async () => {
  const { description, interval, ...counts } = usualDefaults
  const { method, maxRedirects } = settings.parse({})
  const texts = Object.entries({ ...counts, method, maxRedirects, interval: `${interval / 60}m` })
  // Compiled with other settings than tests.
  const form = join(root, "src/web/monitor-form/form-draft.ts")
  const { newDraft } = (await import(form)) as { newDraft: Record<string, string> }
  // Empty in the form, so that the kind's own is taken.
  const shown = texts.filter(([name]) => name !== "failureThreshold")
  expect(newDraft).toMatchObject(Object.fromEntries(shown.map(([name, of]) => [name, `${of}`])))
  const model = await readFile(join(root, "prisma/schema/monitor.prisma"), "utf8")
  const stored = (name: string) =>
    new RegExp(String.raw`^  ${name} .*@default\("?(.*?)"?\)`, "m").exec(model)?.[1]
  const columns = { intervalSeconds: interval, description, ...counts }
  for (const [name, value] of Object.entries(columns)) {
    expect([name, stored(name)]).toEqual([name, String(value)])
  }
})
