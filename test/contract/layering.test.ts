import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const oxlint = join(root, "node_modules/.bin/oxlint")

/** One file a line, and what it would import: the directions that ARCHITECTURE.md draws. */
const refused = {
  "src/bus/x.ts": "../graphql/label/create.ts",
  "src/embedded/x.ts": "../graphql/label/create.ts",
  "src/guard2.ts": "./probe/look.ts",
  "src/graphql/a.ts": "../api/main.ts",
  "src/graphql/b.ts": "../rest/handle.ts",
  "src/graphql/monitor/c.ts": "../../probe/look.ts",
  "src/graphql/monitor/d.ts": "../../notify/main.ts",
  "src/graphql/monitor/e.ts": "../builder.ts",
  "src/graphql/monitor/f.ts": "@pothos/core",
  "src/graphql/monitor/g.ts": "graphql-yoga",
  "src/graphql/monitor/h.ts": "../label/graph.ts",
  "src/graphql/monitor/graph-i.ts": "../../probe/look.ts",
  "src/probe/a.ts": "../notify/main.ts",
  "src/probe/b.ts": "../api/main.ts",
  "src/probe/kinds/c.ts": "../../graphql/builder.ts",
  "src/notify/a.ts": "../probe/look.ts",
  "src/notify/b.ts": "../graphql/label/graph.ts",
  "src/pages/a.ts": "../api/server.ts",
  "src/pages/b.ts": "../graphql/schema.ts",
  "src/convert/a.ts": "../graphql/monitor/interval.ts",
  "src/convert/b.ts": "../cli/main.ts",
  "src/rest/a.ts": "../postgres.ts",
  "src/rest/b.ts": "pg",
  "src/rest/c.ts": "../../prisma/generated/client.ts",
  "src/api/a.ts": "../probe/look.ts",
  "src/api/b.ts": "../notify/main.ts",
  "src/api/c.ts": "../cli/start.ts",
}

const allowed = {
  "src/graphql/monitor/graph.ts": "../builder.ts",
  "src/graphql/monitor/create2.ts": "../transaction.ts",
  "src/probe/record2.ts": "../graphql/check/record.ts",
  "src/notify/sweep2.ts": "../graphql/maintenance/begin.ts",
  "src/pages/ping2.ts": "../graphql/monitor/ping.ts",
  "src/convert/convert2.ts": "./providers.ts",
  "src/rest/handle2.ts": "../graphql/execute.ts",
  "src/api/main2.ts": "../graphql/schema.ts",
  "src/cli/start2.ts": "../probe/main.ts",
}

test("the lint rules refuse every import against the drawn directions, and no other", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-layers-"))
  try {
    await copyFile(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
    for (const [path, target] of Object.entries({ ...refused, ...allowed })) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), `export * from "${target}"\n`)
    }
    expect(await restricted(folder)).toEqual(Object.keys(refused).toSorted())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** The files in which the rule for restricted imports spoke. */
async function restricted(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(oxlint, ["--format", "json"], { cwd: folder }).catch(
    // It ends with 1 where it found something, which is what is wanted here.
    (error: { stdout: string }) => error,
  )
  const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  return report.diagnostics
    .flatMap(({ code, filename }) => (code.includes("no-restricted-imports") ? [filename] : []))
    .toSorted()
}
