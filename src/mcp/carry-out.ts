import { hash, randomUUID } from "node:crypto"
import { z } from "zod"
import type { Context } from "../graphql/kernel/context.ts"
import { once, type Answer } from "../graphql/workspace/idempotency/once.ts"
import { sorted, type OpenPlan } from "./plan-token.ts"
import type { Run } from "./run-document.ts"
import { ToolError } from "./tool-error.ts"
import type { Call, Tool } from "./tool.ts"

type Work = {
  ctx: Context
  tool: Extract<Tool, { kind: "write" }>
  call: Call
  runIn(ctx: Context): Run
  opened: OpenPlan | null
  key: string | null
}

const stored = z.record(z.string(), z.unknown())

/**
 * Carries a change out, at most once for a plan and for an idempotency key: effect and record commit together.
 *
 * @throws {ToolError} if the state differs from the plan's, or the plan was used.
 */
export async function carryOut({
  ctx,
  tool,
  call,
  runIn,
  opened,
  key,
}: Work): Promise<Record<string, unknown>> {
  const work = async (within: Context) => {
    const run = runIn(within)
    if (opened !== null) await requireState(opened, tool, run, call)
    return tool.write(run, call)
  }
  if (opened === null && key === null) return work(ctx)
  // What was answered without a limit must not be replayed to a key with one.
  const limit = await ctx.access.limit(call.projectId)
  // A plan made for a key is carried out under that key, so the key protects the plan too.
  const request = {
    projectId: call.projectId,
    key: key === null ? `mcp plan ${opened?.nonce ?? ""}` : `mcp key ${key}`,
    fingerprint: fingerprintOf(
      key === null
        ? randomUUID()
        : JSON.stringify(sorted([tool.name, call.args, ...(limit === null ? [] : [limit])])),
    ),
  }
  const answer = async (within: Context): Promise<Answer> => ({
    status: 200,
    headers: {},
    body: JSON.stringify(await work(within)),
  })
  const done = await once(ctx, request, answer, () => true)
  switch (done.kind) {
    case "fresh":
    case "replayed":
      return stored.parse(JSON.parse(done.answer.body))
    case "in_progress":
      throw new ToolError(
        "in_progress",
        "Another call is carrying this out at this moment. Read the state before you call again.",
      )
    case "reused":
      throw key === null
        ? new ToolError(
            "plan_used",
            "This plan was already carried out; a plan_token works once. Read the state before you plan again.",
          )
        : new ToolError(
            "idempotency_key_reused",
            "This idempotency_key was used for another call within the last 24 hours. Use a new one for each change.",
          )
  }
}

async function requireState(
  opened: OpenPlan,
  tool: Work["tool"],
  run: Run,
  call: Call,
): Promise<void> {
  const planned = await tool.plan(run, call)
  const changed = planned === null ? [] : opened.changed(planned.state)
  if (changed.length === 0) return
  const now = changed.map((name) => `${name} is now ${planned?.state[name] ?? "empty"}`)
  throw new ToolError(
    "state_changed",
    `Nothing was done, because the state changed since the plan: ${now.join(", ")}. ` +
      "Call again without plan_token to get a new plan.",
  )
}

const fingerprintOf = (text: string) => Uint8Array.from(hash("sha256", text, "buffer"))
