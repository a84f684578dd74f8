import { execFile } from "node:child_process"
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/create-monitor.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { blocksOf } from "../support/docs.ts"
import { makeProject } from "../support/world.ts"
import { freePort } from "../web/browser.ts"

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const root = join(import.meta.dirname, "../..")
const execute = promisify(execFile)

const compilerOptions = {
  target: "esnext",
  module: "nodenext",
  types: ["node"],
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
}

/** What no client may be allowed to write. */
const wrong = `
import createClient from "openapi-fetch"
import type { paths } from "./watchkeeper.d.ts"

const client = createClient<paths>({ baseUrl: "" })
// @ts-expect-error: there is no such address.
await client.GET("/v1/monitor")
// @ts-expect-error: a number is asked for.
await client.GET("/v1/monitors", { params: { query: { limit: "many" } } })
// @ts-expect-error: an id is missing.
await client.POST("/v1/monitors/{monitor_id}/mute", { body: { duration_minutes: 5 } })
const { data } = await client.GET("/v1/monitors")
// @ts-expect-error: a monitor has no such member.
console.log(data?.data[0]?.colour)
`

test("the types that openapi-typescript makes of the document carry the program of the guide", async () => {
  const { id: projectId } = await makeProject(api.world)
  for (const name of ["Blog", "Shop"]) {
    await createMonitor(api.world.system, {
      projectId,
      kind: "http",
      name,
      url: "https://a.example/",
    })
  }
  const { authorization } = await makeKey(api.world, projectId)
  const guide = await (await fetch(`${base}/docs/api`)).text()
  const program = blocksOf(guide).find(({ label }) => label === "status.ts")?.text ?? ""
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-client-"))
  const run = (...args: string[]) =>
    execute(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env["PATH"], KEY: authorization.replace("Bearer ", "") },
    })
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"))
    await writeFile(join(folder, "package.json"), '{ "type": "module" }')
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }))
    // A page a monitor, so that the program turns one.
    await writeFile(join(folder, "status.ts"), program.replace("limit: 100", "limit: 1"))
    await writeFile(join(folder, "wrong.ts"), wrong)
    await run(
      "--import",
      join(root, "test/support/typescript-api.ts"),
      join(root, "node_modules/openapi-typescript/bin/cli.js"),
      `${base}/docs/api/openapi.json`,
      "-o",
      "watchkeeper.d.ts",
    )
    await run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".")
    const { stdout } = await run("status.ts")
    expect(stdout).toBe("Blog is unknown\nShop is unknown\n")
  } finally {
    await rm(folder, { recursive: true })
  }
}, 60_000)
