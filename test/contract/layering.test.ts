import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, posix } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { layers } from "../../lint/layers.ts"

const root = join(import.meta.dirname, "../..")
const oxlint = join(root, "node_modules/.bin/oxlint")

/** A file in a layer; no rule may depend on its name. */
const fileOf = (layer: string, name: string) =>
  ["prisma", "schema"].includes(layer) ? `${layer}/${name}` : `src/${layer}/${name}`

/** A layer of one file is planted by its name, below. */
const isFile = (layer: string) => layer.endsWith(".ts")

const all = [...new Set([...Object.keys(layers), ...Object.values(layers).flat()])]
const pairs = Object.entries(layers).flatMap(([from, allowed]) =>
  (isFile(from) ? [] : all)
    .filter((to) => to !== from)
    .map((to) => {
      const path = fileOf(from, `to-${to.replaceAll("/", "-")}.ts`)
      const target = isFile(to)
        ? `src/${to}`
        : fileOf(to, to === "prisma" ? "generated/enums.ts" : "thing.ts")
      return { path, target, isAllowed: allowed.includes(to) }
    }),
)

/** Restrictions beyond folders: one planted file for each. */
const refused = {
  "src/notify/a.ts": "src/graphql/incidents/incident/incident-mutations.graph.ts",
  "src/pages/a.ts": "src/graphql/monitoring/monitor/monitor-mutations.graph.ts",
  "src/probe/a.ts": "src/graphql/monitoring/check/check.graph.ts",
  "src/jobs/a.ts": "src/graphql/schema.ts",
  "src/hooks/a.ts": "src/graphql/kernel/builder.ts",
  "src/channels/slack/a.ts": "src/graphql/delivery/channel/channel-config.ts",
  "src/channels/a.ts": "src/notify/main.ts",
  "src/platform/a.ts": "src/channels/channel-kinds.ts",
  "src/graphql/on-call/contact/rules/a.ts": "src/channels/senders.ts",
  "src/rest/a.ts": "src/platform/postgres.ts",
  "src/rest/b.ts": "pg",
  "src/rest/c.ts": "prisma/generated/client.ts",
  "src/mcp/a.ts": "src/platform/postgres.ts",
  "src/mcp/b.ts": "src/graphql/schema.ts",
  "src/mcp/c.ts": "prisma/generated/client.ts",
  "src/web/a.ts": "node:fs",
  "src/web/graphql.ts": "src/web/ui/button.tsx",
  "src/web/load-part.ts": "src/web/lazy-part.ts",
  "src/web/ui/a.ts": "src/web/live/live-read.ts",
  "src/web/sign-in/a.ts": "src/web/member/acceptance.tsx",
  "src/web/maintenance/a.ts": "src/web/overview/overview-page.tsx",
  "src/web/overview/a.ts": "src/web/routes/routes.ts",
  "src/web/overview/b.ts": "src/web/start.tsx",
  "src/graphql/delivery/channel/a.ts": "src/graphql/delivery/channel/channel.graph.ts",
  "src/graphql/monitoring/monitor/a.ts": "@pothos/core",
  "src/graphql/monitoring/monitor/b.ts": "graphql-yoga",
  "src/graphql/monitoring/monitor/c.ts": "src/graphql/kernel/builder.ts",
  "src/graphql/kernel/a.ts": "@pothos/core",
  "src/graphql/monitoring/check/rules/a.ts": "src/platform/postgres.ts",
  "src/graphql/monitoring/check/rules/b.ts": "src/graphql/kernel/transaction.ts",
  "src/graphql/monitoring/check/rules/c.ts": "src/graphql/monitoring/check/store-checks.ts",
  "src/graphql/monitoring/check/rules/d.ts": "node:crypto",
  "src/graphql/monitoring/check/rules/e.ts": "src/platform/clock.ts",
}

const accepted = {
  "src/web/start.tsx": "src/web/routes/routes.ts",
  "src/web/overview/c.ts": "src/web/lazy-part.ts",
  "src/api/a.ts": "src/graphql/schema.ts",
  "src/cli/a.ts": "src/probe/main.ts",
  "src/graphql/monitoring/monitor/d.graph.ts": "src/graphql/kernel/builder.ts",
  "src/graphql/monitoring/monitor/e.ts": "src/graphql/kernel/transaction.ts",
  "src/graphql/monitoring/check/rules/f.ts": "src/graphql/monitoring/check/rules/transition.ts",
  "src/graphql/monitoring/check/rules/g.ts": "zod",
  "src/hooks/b.ts": "src/channels/slack/slack-bot.ts",
  "src/graphql/on-call/contact/rules/b.ts": "src/channels/channel-kinds.ts",
}

test("lint refuses each import that violates the layers, whatever the file name, and no other", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-layers-"))
  try {
    await cp(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
    await cp(join(root, "lint"), join(folder, "lint"), { recursive: true })
    const planted = [
      ...pairs,
      ...Object.entries(refused).map(([path, target]) => ({ path, target, isAllowed: false })),
      ...Object.entries(accepted).map(([path, target]) => ({ path, target, isAllowed: true })),
    ]
    for (const { path, target } of planted) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), `export * from "${specifier(path, target)}"\n`)
    }
    const expected = planted.filter(({ isAllowed }) => !isAllowed).map(({ path }) => path)
    expect(await reported(folder, /layers/)).toEqual(expected.toSorted())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Statements that a pure function must not have, and others that it may. */
const impure = [
  "new Date()",
  "Date.now()",
  "Math.random()",
  "performance.now()",
  "crypto.randomUUID()",
  "process.env",
  "setTimeout(print, 1)",
  "setInterval(print, 1)",
  "setImmediate(print)",
  'fetch("http://localhost")',
]
const pure = ["new Date(1)", "Date.UTC(2026)", "Math.round(1)"]

test("lint refuses the present time, chance and the outside world in rules, and nowhere else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-rules-"))
  try {
    await cp(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
    await cp(join(root, "lint"), join(folder, "lint"), { recursive: true })
    const within = "src/graphql/slo/rules/kinds"
    const beside = "src/graphql/slo"
    for (const path of [within, beside]) {
      await mkdir(join(folder, path), { recursive: true })
      for (const [at, text] of [...impure, ...pure].entries()) {
        await writeFile(join(folder, path, `${at}.ts`), `export const value = () => ${text}\n`)
      }
    }
    const expected = impure.map((_, at) => `${within}/${at}.ts`)
    expect(await reported(folder, /pure|no-restricted-globals/)).toEqual(expected.toSorted())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test("every folder of src/, context of the domain, part of telemetry and folder of the dashboard is a layer", async () => {
  const rooms = await folders("src")
  expect(Object.keys(layers)).toEqual(expect.arrayContaining(rooms.filter((one) => one !== "cli")))
  for (const divided of ["graphql", "telemetry", "web"]) {
    const inside = (await folders(`src/${divided}`))
      .filter((one) => one !== "public")
      .map((one) => `${divided}/${one}`)
    expect(Object.keys(layers)).toEqual(expect.arrayContaining(inside))
  }
})

const folders = async (path: string) =>
  (await readdir(join(root, path), { withFileTypes: true }))
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)

function specifier(path: string, target: string): string {
  if (!/^(?:src|prisma|schema)\//.test(target)) return target
  const relative = posix.relative(posix.dirname(path), target)
  return relative.startsWith(".") ? relative : `./${relative}`
}

/** The files reported by a rule of this name. */
async function reported(folder: string, rule: RegExp): Promise<string[]> {
  const { stdout } = await promisify(execFile)(oxlint, ["--format", "json", "src"], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(
    // oxlint exits with 1 if it found errors, as expected here.
    (error: { stdout: string }) => error,
  )
  const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  return report.diagnostics
    .flatMap(({ code, filename }) => (rule.test(code) ? [filename] : []))
    .toSorted()
}
