import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { z } from "zod"
import packageFile from "../../package.json" with { type: "json" }
import type { Executor } from "../graphql/execution/execute.ts"
import { contextFor } from "../graphql/kernel/context.ts"
import type { Services } from "../platform/services.ts"
import { callTool, type Asked, type CallTools, type KeyActor } from "./call-tool.ts"
import { complete } from "./complete.ts"
import { instructions } from "./instructions.ts"
import { createPlanTokens } from "./plan-token.ts"
import { getPrompt, listedPrompts } from "./prompts.ts"
import { listResources, readResource, resourceTemplates } from "./resources.ts"
import "./quick-guards.ts"
import { createRunner } from "./run-document.ts"
import { listed, tools } from "./tools.ts"

const byName = new Map(tools.map((tool) => [tool.name, tool]))
const allTools = tools.map((tool) => ({ tool, listed: listed(tool) }))

const confirmation = z.object({ confirm: z.boolean() })
const named = z.object({ name: z.string(), version: z.string().default("") })

/** Capabilities of a client that can ask a person. Most cannot, and zod makes a failure expensive (quick-guards.ts). */
const isAsking = (capabilities: unknown): boolean =>
  isObject(capabilities) && "elicitation" in capabilities && isObject(capabilities.elicitation)

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

export type Connection = {
  actor(): Promise<KeyActor>
  /** Of clients that do not send their name with each call. */
  client: string
  requestId: string
  /** Of its only message; null where there can be several. */
  method: string | null
}

export type Serve = (connection: Connection, hasStreams: boolean) => Server

/**
 * Makes the MCP server of one request or connection; nothing is kept between them.
 *
 * `hasStreams` is true where a client can listen for changes of resources: with `subscriptions/listen` of 2026-07-28.
 * Before that a subscription belonged to a session, which a stateless server does not have.
 */
export function createMcpServers(services: Services, executor: Executor): Serve {
  const plans = createPlanTokens(services.vault.derive("plans of /mcp"))
  const calling: CallTools = { services, runner: createRunner(executor), plans }

  return function serve({ actor, client, requestId, method }, hasStreams) {
    const server = new Server(
      { name: "watchkeeper", title: "Watchkeeper", version: packageFile.version },
      {
        capabilities: {
          tools: {},
          resources: hasStreams ? { subscribe: true, listChanged: true } : {},
          prompts: {},
          completions: {},
        },
        instructions,
      },
    )

    const clientOf = (ctx: ServerContext): string => {
      const info = named.safeParse(
        envelopeOf(ctx)[CLIENT_INFO_META_KEY] ?? server.getClientVersion(),
      )
      return info.success ? `${info.data.name} ${info.data.version}`.trim() : client
    }
    const canAsk = (ctx: ServerContext): boolean =>
      isAsking(envelopeOf(ctx)[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities())

    server.setRequestHandler("tools/call", async ({ params }, ctx) => {
      const tool = byName.get(params.name)
      if (tool === undefined) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `There is no tool ${params.name.slice(0, 100)}; tools/list names them all.`,
        )
      }
      const caller = { actor: await actor(), client: clientOf(ctx), requestId }
      const asked: Asked = {
        args: params.arguments ?? {},
        confirmation: confirmationOf(ctx),
        canAsk: canAsk(ctx),
      }
      const called = await callTool(calling, tool, caller, asked)
      if (called.kind === "result") return called.result satisfies CallToolResult
      const requestedSchema = {
        type: "object" as const,
        properties: { confirm: { type: "boolean" as const, title: "Carry it out" } },
        required: ["confirm"],
      }
      return inputRequired({
        inputRequests: {
          confirm: inputRequired.elicit({ message: called.message, requestedSchema }),
        },
        requestState: called.planToken,
      })
    })

    // Nothing else can be asked of it, and V8 keeps each handler until the next full collection (quick-guards.ts).
    if (method === "tools/call") return server

    server.setRequestHandler("tools/list", async () => {
      const { scopes } = await actor()
      const usable = allTools.filter(
        ({ tool }) => tool.kind === "read" || scopes.includes(tool.scope),
      )
      return { tools: usable.map((one) => one.listed) }
    })

    const read = async (name: string, args: Record<string, unknown>): Promise<CallToolResult> => {
      const tool = byName.get(name)
      if (tool === undefined) throw new Error(`${name} is no tool`)
      const asked = { args, confirmation: null, canAsk: false }
      const called = await callTool(
        calling,
        tool,
        { actor: await actor(), client, requestId },
        asked,
      )
      if (called.kind === "ask") throw new Error(`${name} is no reading tool`)
      return called.result
    }
    server.setRequestHandler("resources/list", async () =>
      listResources((await actor()).projectId, read),
    )
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }))
    server.setRequestHandler("resources/read", async ({ params }) =>
      readResource((await actor()).projectId, params.uri, read),
    )
    server.setRequestHandler("prompts/list", () => ({ prompts: listedPrompts }))
    server.setRequestHandler("prompts/get", ({ params }) =>
      getPrompt(params.name, params.arguments),
    )
    server.setRequestHandler("completion/complete", async ({ params }) => {
      const caller = await actor()
      const run = calling.runner(contextFor(services, caller), requestId)
      return complete(run, caller.projectId, params)
    })
    return server
  }
}

/** What a client of 2026-07-28 sends with each request; empty for older ones. */
const envelopeOf = ({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> => ({
  ...mcpReq.envelope,
})

/** The person's answer to a plan; null on the first round. */
function confirmationOf({ mcpReq }: ServerContext): Asked["confirmation"] {
  const planToken = mcpReq.requestState()
  if (typeof planToken !== "string") return null
  const answered = inputResponse(mcpReq.inputResponses, "confirm")
  if (answered.kind === "missing") return null
  const accepted = acceptedContent(mcpReq.inputResponses, "confirm", confirmation)
  return { planToken, isAccepted: accepted?.confirm === true }
}
