import { setTimeout as wait } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import type { Signal } from "../src/telemetry/otlp/otlp-error.ts"
import { encode, makeRequest } from "./telemetry-data.ts"
import type { TelemetryStage } from "./telemetry-stage.ts"

export const perRequest = 1000
const senders = 4
const capacitySeconds = 8

/** Requests that were compressed before the load begins, so that it is mostly the server's. */
const makeBodies = (signal: Signal, count: number): Buffer[] =>
  Array.from({ length: count }, (_, at) =>
    gzipSync(encode(signal, makeRequest(signal, at * perRequest, perRequest, Date.now()))),
  )

/** Logs a second that reach the table when four senders send as fast as they are answered. */
export async function measureCapacity({
  makeSender,
  send,
  count,
}: TelemetryStage): Promise<number> {
  const { projectId, token } = await makeSender()
  const bodies = makeBodies("logs", 20)
  const begunMs = performance.now()
  const endMs = begunMs + capacitySeconds * 1000
  let sent = 0
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (performance.now() < endMs) {
        const body = bodies[sent % bodies.length]
        sent += 1
        if (body !== undefined) await send("logs", token, body, false)
      }
    }),
  )
  while ((await count("logs", projectId)) < sent * perRequest) await wait(50)
  return (sent * perRequest) / ((performance.now() - begunMs) / 1000)
}

/** Sends logs evenly, so many rows a second. @returns stops, and says how many rows a second were acknowledged. */
export async function startIngestion(
  { makeSender, send }: TelemetryStage,
  rowsPerSecond: number,
): Promise<() => Promise<number>> {
  const { token } = await makeSender()
  const bodies = makeBodies("logs", 20)
  const state = { isOver: false, sent: 0 }
  const begunMs = performance.now()
  const gapMs = (perRequest * 1000) / rowsPerSecond
  const work = Array.from({ length: senders }, async (_, sender) => {
    for (let at = sender; !state.isOver; at += senders) {
      const early = begunMs + at * gapMs - performance.now()
      if (early > 0) await wait(early)
      const body = bodies[at % bodies.length]
      if (state.isOver || body === undefined) return
      await send("logs", token, body, false)
      state.sent += 1
    }
  })
  return async () => {
    state.isOver = true
    await Promise.all(work)
    return (state.sent * perRequest) / ((performance.now() - begunMs) / 1000)
  }
}
