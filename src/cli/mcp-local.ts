import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { createExecutor } from "../graphql/execution/execute.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { schema } from "../graphql/schema.ts"
import { legacyScopes, mcpWriteStored } from "../graphql/workspace/key/legacy-scopes.ts"
import { createMcpServers } from "../mcp/server.ts"
import { newId } from "../platform/id.ts"
import { findProject } from "./find-project.ts"

/** Until standard input ends. The key is of this process alone: it opens nothing else and is not stored. */
export async function serveHere(ctx: Context, given: string | undefined, mayWrite: boolean) {
  const project = await findProject(ctx, given)
  const serve = createMcpServers(ctx, createExecutor(schema))
  const actor = {
    kind: "key" as const,
    keyId: newId(),
    projectId: project.id,
    plan: project.plan,
    name: "MCP on this machine",
    scopes: legacyScopes(mayWrite ? mcpWriteStored : []),
  }
  const connection = {
    actor: () => Promise.resolve(actor),
    client: "stdio",
    requestId: newId(),
    method: null,
  }
  const ended = new Promise<void>((resolve) => process.stdin.once("close", resolve))
  const served = serveStdio(() => serve(connection, false), {
    onerror: (err) => ctx.log.warn({ err }, "an MCP message was refused"),
  })
  await ended
  await served.close()
}
