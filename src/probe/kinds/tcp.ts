import { evaluate } from "../assert.ts"
import { nothingSeen } from "../observation.ts"
import type { Probe } from "../probe.ts"

/** Only connects; sends nothing. */
export const probeTcp: Probe<"tcp"> = async (target, { dialer, clock }, signal) => {
  const from = clock.monotonicMs()
  const { host, port } = target
  const dialed = await dialer.connect({ host, port, tls: null, signal })
  const durationMs = clock.monotonicMs() - from
  const { address, phases, warnings } = dialed
  const seen = { ...nothingSeen, address, phases, warnings }
  if (dialed.failure !== null) return { ...seen, failure: dialed.failure }
  dialed.socket.destroy()
  const { results, failure } = evaluate(target.assertions, { durationMs, now: clock.now() })
  return { ...seen, failure, assertions: results }
}
