import { Worker } from "node:worker_threads"
import { decodeText } from "../../platform/charset.ts"
import type { Assertion } from "../../graphql/monitoring/monitor/rules/monitor-settings.ts"
import { evaluate, type Seen } from "../assert.ts"
import { mostRead } from "./body-limits.ts"
import type { Body } from "./body.ts"

export type Judged = ReturnType<typeof evaluate>
export type BodyToJudge = Body & { contentType: string }
export type LargeTask = { assertions: Assertion[]; facts: Seen; body: BodyToJudge }

/** For a body of the largest size as JSON, several times over. */
const mostMegabytes = 384

/** Evaluates assertions, those on a large body in a thread of its own: parsing it would delay all other checks. */
export async function judgeBody(task: LargeTask, signal: AbortSignal): Promise<Judged> {
  return task.body.body.length <= mostRead ? judgeHere(task) : judgeApart(task, signal)
}

export function judgeHere({ assertions, facts, body }: LargeTask): Judged {
  const text = decodeText(body.body, body.contentType, body.whole)
  return evaluate(assertions, { ...facts, body: { text, whole: body.whole } })
}

async function judgeApart(task: LargeTask, signal: AbortSignal): Promise<Judged> {
  const answer = Promise.withResolvers<Judged>()
  const fail = (reason: string) =>
    answer.resolve({
      results: [],
      failure: { class: "internal", reason, level: "offline" },
    })
  const onAbort = () => fail("The large response body could not be evaluated before the timeout.")
  signal.addEventListener("abort", onAbort, { once: true })
  if (signal.aborted) onAbort()
  const worker = new Worker(new URL("./judge-worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  worker.on("message", (judged: Judged) => answer.resolve(judged))
  worker.on("error", ({ message }) => fail(`The response body could not be evaluated: ${message}.`))
  worker.on("exit", () => fail("The response body could not be evaluated: its thread ended."))
  try {
    return await answer.promise
  } finally {
    signal.removeEventListener("abort", onAbort)
    await worker.terminate()
  }
}
