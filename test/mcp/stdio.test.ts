import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { expect, test } from "vitest"
import { launcher, makeFolder, run } from "../cli/watchkeeper.ts"
import { useApi } from "../support/api.ts"
import { ask, makeLegacyKey } from "../support/mcp.ts"
import { soon } from "../support/soon.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

async function connectProcess(
  args: string[],
  env: Record<string, string>,
  mode: "auto" | "legacy" = "auto",
) {
  const client = new Client({ name: "desktop", version: "1.0" }, { versionNegotiation: { mode } })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [launcher, "mcp", ...args],
      env: { PATH: process.env["PATH"] ?? "", EGRESS_ANCHORS: "127.0.0.1:1", ...env },
    }),
  )
  return client
}

test.each(["auto", "legacy"] as const)(
  "forwards messages to an installation with a key (%s)",
  async (mode) => {
    const { id, name } = await makeProject(api.world)
    const key = await makeLegacyKey(api.world, id, false)
    const env = { WATCHKEEPER_KEY: key.token }
    const client = await connectProcess(["--url", api.address], env, mode)
    expect(await ask(client, "get_overview")).toMatchObject({
      project: `<untrusted>${name}</untrusted>`,
    })
    await key.revoke()
    const answer = () => ask(client, "get_overview").then(() => "answered", String)
    await soon(answer).toMatch(/revoked/)
    await client.close()
  },
)

// The process loads the whole schema, which takes a while on a busy machine.
test("serves this machine's installation, read-only by default", async () => {
  const { id: projectId, name } = await makeProject(api.world)
  const folder = await makeFolder()
  const env = { DATABASE_URL: api.world.connectionString, DATA_DIR: folder.path }
  const client = await connectProcess(["--project", projectId], env)
  expect(await ask(client, "get_overview")).toMatchObject({
    project: `<untrusted>${name}</untrusted>`,
  })
  const { tools } = await client.listTools()
  expect(tools.map((tool) => tool.name)).not.toContain("resolve")
  await client.close()
  await folder.remove()
})

test("a URL without a key is refused with the setting to add", async () => {
  const { code, stderr } = await run(["mcp", "--url", "http://localhost:1"], {})
  expect([code, stderr]).toEqual([2, expect.stringContaining("WATCHKEEPER_KEY")])
})
