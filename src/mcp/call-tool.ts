import type { CallToolResult } from "@modelcontextprotocol/server"
import type { Actor } from "../graphql/kernel/access.ts"
import { contextFor, type Context } from "../graphql/kernel/context.ts"
import { formatError } from "../graphql/kernel/format-error.ts"
import { parse } from "../graphql/kernel/input.ts"
import { mcpWrite } from "../graphql/workspace/key/legacy-scopes.ts"
import type { Services } from "../platform/services.ts"
import { fitAnswer } from "./fit-answer.ts"
import type { Planned, Call, Tool } from "./tool.ts"
import { carryOut } from "./carry-out.ts"
import { findReferences } from "./find-references.ts"
import type { createPlanTokens } from "./plan-token.ts"
import type { Run, Runner } from "./run-document.ts"
import { errorOf, errorText, ToolError } from "./tool-error.ts"
import { unmarked, visible } from "./untrusted.ts"

export type KeyActor = Extract<Actor, { kind: "key" }>

/** Who calls, as one request or connection knows it. */
export type Caller = {
  actor: KeyActor
  /** Name and version of the agent's program. */
  client: string
  requestId: string
}

/** What a person answered through the client. */
export type Confirmation = { planToken: string; isAccepted: boolean }

export type Asked = {
  args: Record<string, unknown>
  confirmation: Confirmation | null
  canAsk: boolean
}

/** A result, or a question for the person at the client. */
export type Called =
  | { kind: "result"; result: CallToolResult }
  | { kind: "ask"; message: string; planToken: string }

export type CallTools = {
  services: Services
  runner: Runner
  plans: ReturnType<typeof createPlanTokens>
}

const longestClient = 100

/** Calls a tool for a key. Never throws: what fails is a result that says so. */
export async function callTool(
  { services, runner, plans }: CallTools,
  tool: Tool,
  { actor, client, requestId }: Caller,
  asked: Asked,
): Promise<Called> {
  const { log, clock } = services
  const via = { client: visible(client).slice(0, longestClient), tool: tool.name }
  const ctx = contextFor(services, { ...actor, via })
  const runIn = (ctx: Context): Run => runner(ctx, requestId)
  try {
    await requireScope(ctx, actor, tool)
    const args = parse(tool.input, unmarked(asked.args))
    const { plan_token: planToken, idempotency_key: idempotencyKey, ...rest } = args
    const { projectId, labelIds = [] } = actor
    const isLimited = labelIds.length > 0
    const call: Call = { projectId, now: clock.now(), isLimited, args: rest }
    const run = runIn(ctx)
    call.args = await findReferences(run, call)
    if (tool.kind === "read") {
      const { answer, place } = await tool.read(run, call)
      const fitted = fitAnswer(answer, tool.list, place)
      return result(fitted.answer, fitted.text)
    }
    const token = asked.confirmation?.planToken ?? text(planToken)
    // By ids: a name may mean another row by the second call.
    const bound = { keyId: actor.keyId, tool: tool.name, args: { ...call.args, idempotencyKey } }
    if (asked.confirmation?.isAccepted === false) return result({ status: "declined" })
    if (token === null) {
      const planned = await tool.plan(run, call)
      if (planned !== null) {
        const written = plans.write(bound, planned.state, call.now)
        if (asked.canAsk) return question(tool, planned, written.token)
        return result({
          status: "planned",
          would_change: planned.changes,
          would_notify: planned.notifies,
          plan_token: written.token,
          plan_expires_at: written.expiresAt.toISOString(),
        })
      }
    }
    const opened = token === null ? null : plans.read(bound, token, call.now)
    const done = await carryOut({ ctx, tool, call, runIn, opened, key: text(idempotencyKey) })
    return result({ status: "done", result: done })
  } catch (error) {
    const refusal =
      error instanceof ToolError ? error : errorOf(formatError(error, { log, requestId }))
    return {
      kind: "result",
      result: { isError: true, content: [{ type: "text", text: errorText(refusal) }] },
    }
  }
}

/** Refuses before anything is read, with how to get a key that writes. */
async function requireScope(ctx: Context, actor: KeyActor, tool: Tool): Promise<void> {
  if (tool.kind === "write" && !actor.scopes.includes(tool.scope)) {
    const isReading = !actor.scopes.some((scope) => scope.endsWith(":write"))
    throw new ToolError(
      "insufficient_scope",
      `This key ${isReading ? "only reads" : `lacks ${tool.scope}`}. ${tool.name} needs a legacy key with ${mcpWrite}, which a person creates in the project's settings, or a grant that may write.`,
    )
  }
  // Only the scope: the documents check what the call is about.
  await ctx.access.require(actor.projectId, tool.scope, "project", "within")
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null)

const result = (answer: Record<string, unknown>, text = JSON.stringify(answer)): Called => ({
  kind: "result",
  result: {
    content: [{ type: "text", text }],
    structuredContent: answer,
  },
})

const question = (tool: Tool, { changes, notifies }: Planned, planToken: string): Called => ({
  kind: "ask",
  planToken,
  message: [
    `${tool.title}?`,
    ...changes,
    notifies.length === 0 ? "Nobody is notified." : `Notifies: ${notifies.join("; ")}`,
  ].join("\n"),
})
