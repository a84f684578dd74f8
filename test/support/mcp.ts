import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from "@modelcontextprotocol/client"
import { z } from "zod"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { revokeKey } from "../../src/graphql/workspace/key/revoke.ts"
import type { useApi } from "./api.ts"
import type { World } from "./world.ts"

type Api = ReturnType<typeof useApi>

/** Creates and revokes a legacy key. */
export async function makeLegacyKey(world: World, projectId: string, mayWrite = true) {
  const { key, token } = await createKey(world.system, {
    projectId,
    class: "legacy",
    name: "Agent",
    scopes: mayWrite ? ["mcp:write"] : [],
  })
  return {
    id: key.id,
    token,
    authorization: `Bearer ${token}`,
    revoke: () => revokeKey(world.system, key.id),
  }
}

/** The official client; uses the newest protocol version unless `options` differ. */
export async function connectClient(
  api: Pick<Api, "address">,
  authorization: string,
  options: ClientOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: "test-agent", version: "1.0" },
    { versionNegotiation: { mode: "auto" }, ...options },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${api.address}/mcp`), {
      requestInit: { headers: { authorization } },
    }),
  )
  return client
}

const texts = z.array(z.object({ text: z.string() }))

/** The result of a tool, validated by the client against the tool's schema. */
export async function ask(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
  const [{ text } = { text: "" }] = texts.parse(content)
  if (isError === true) throw new Error(text)
  return structuredContent as Record<string, unknown>
}

/** Requests a plan and executes it. */
export async function carryOut(client: Client, name: string, args: Record<string, unknown>) {
  const { plan_token } = await ask(client, name, args)
  return ask(client, name, { ...args, plan_token })
}
