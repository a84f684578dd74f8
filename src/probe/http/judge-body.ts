import { createHash } from "node:crypto"
import { Worker } from "node:worker_threads"
import { LRUCache } from "lru-cache"
import type { Finding } from "../../findings/finding.ts"
import { decodeText } from "../../platform/charset.ts"
import type { Assertion } from "../../graphql/monitoring/monitor/rules/monitor-settings.ts"
import { evaluate, type Seen } from "../assert.ts"
import { OutOfTime, withinTime } from "../expression.ts"
import { mostRead } from "../body-limits.ts"
import type { Body } from "./body.ts"

export type Judged = ReturnType<typeof evaluate>
export type BodyToJudge = Body & { contentType: string }
export type LargeTask = { assertions: Assertion[]; facts: Seen; body: BodyToJudge }

/** For a body of the largest size as JSON, several times over. */
const mostMegabytes = 384

/** CPU time for the expressions of one check in the thread that runs all checks. */
const mostMsHere = 30
/** Digests of assertions that took longer; a target may answer with less another day. */
const costly = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 })

/**
 * Evaluates assertions; those on a large body, and those that take long, in a thread of their own, because they would
 * delay all other checks.
 */
export async function judgeBody(task: LargeTask, signal: AbortSignal): Promise<Judged> {
  if (task.body.body.length > mostRead) return judgeApart(task, signal)
  const key = createHash("sha256").update(JSON.stringify(task.assertions)).digest("base64")
  if (costly.has(key)) return judgeApart(task, signal)
  try {
    return withinTime(mostMsHere, () => judgeHere(task))
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error
    costly.set(key, true)
    return judgeApart(task, signal)
  }
}

export function judgeHere({ assertions, facts, body }: LargeTask): Judged {
  const text = decodeText(body.body, body.contentType, body.whole)
  return evaluate(assertions, { ...facts, body: { text, whole: body.whole } })
}

async function judgeApart(task: LargeTask, signal: AbortSignal): Promise<Judged> {
  const answer = Promise.withResolvers<Judged>()
  const fail = (finding: Finding) =>
    answer.resolve({
      results: [],
      failure: { class: "internal", findings: [finding], level: "offline" },
    })
  const onAbort = () => fail({ code: "body_judged_late", parameters: {} })
  signal.addEventListener("abort", onAbort, { once: true })
  if (signal.aborted) onAbort()
  const worker = new Worker(new URL("./judge-worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  worker.on("message", (judged: Judged) => answer.resolve(judged))
  worker.on("error", ({ message: error }) =>
    fail({ code: "body_not_judged", parameters: { error } }),
  )
  worker.on("exit", () => fail({ code: "body_not_judged", parameters: { error: null } }))
  try {
    return await answer.promise
  } finally {
    signal.removeEventListener("abort", onAbort)
    await worker.terminate()
  }
}
