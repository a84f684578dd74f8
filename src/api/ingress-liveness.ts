import { setTimeout as sleep } from "node:timers/promises"
import {
  beginProofs,
  readEgressAge,
  recordProof,
  type Proof,
} from "../graphql/monitoring/monitor/heartbeat/ingress-liveness.ts"
import { isPrivateAddress } from "../platform/private-address.ts"
import type { Services } from "../platform/services.ts"
import { isOwn, reachesUs } from "./ask-ourselves.ts"

const beatMs = 2000
const askMs = 10_000
/** After a start, an older proof means that nothing listened in between: one is due each beat. */
const restartSeconds = 2.5
/** How long a request to ourselves that reached us is evidence that such requests can. */
const usableMs = 86_400_000

/** Notes a ping of anybody, which proves that senders reach us. */
export type NotePing = (peer: string) => void

/**
 * Records in regular intervals that this process can receive pings, and that senders outside can reach it: by a ping
 * that came from there; else by a request of our own through the public name, if one ever arrived that way; else by
 * the prober's network, over which our own ingress mostly runs too.
 */
export function createIngressLiveness(services: Services, reaches = reachesUs) {
  const { database, clock, env, log } = services
  const { pool } = database
  const end = new AbortController()
  let pingedAtMs = -Infinity
  let reachedAtMs = -Infinity
  let isBegun = false
  let running: Promise<unknown> = Promise.resolve()

  async function outside(): Promise<Proof | null> {
    const nowMs = clock.monotonicMs()
    const isUsable = nowMs - reachedAtMs < usableMs
    const egress = isUsable ? null : await egressAge()
    const own = isUsable ? (nowMs - reachedAtMs) / 1000 : egress
    const age = Math.min((nowMs - pingedAtMs) / 1000, own ?? Infinity)
    return age === Infinity ? null : { of: "outside", age }
  }

  const egressAge = () =>
    env.EGRESS_ANCHORS.length === 0 ? Promise.resolve(0) : readEgressAge(pool)

  async function beat(): Promise<void> {
    if (!isBegun) await beginProofs(pool)
    await recordProof(pool, { of: "listener", ...(isBegun ? {} : { patience: restartSeconds }) })
    isBegun = true
    const proof = await outside()
    if (proof !== null) await recordProof(pool, proof)
  }

  async function ask(): Promise<void> {
    if (await reaches(services)) reachedAtMs = clock.monotonicMs()
  }

  async function repeat(everyMs: number, work: () => Promise<void>, warning: string) {
    while (!end.signal.aborted) {
      await work().catch((err: unknown) => log.warn({ err }, warning))
      await sleep(everyMs, undefined, { signal: end.signal, ref: false }).catch(stopped)
    }
  }

  return {
    notePing(peer: string): void {
      if (!isPrivateAddress(peer) && !isOwn(peer)) pingedAtMs = clock.monotonicMs()
    },
    beat,
    ask,
    /** Beat and ask from now on; to be called once the server listens. */
    start(): void {
      running = Promise.all([
        repeat(beatMs, beat, unrecorded),
        repeat(askMs, ask, "could not ask ourselves through BASE_URL"),
      ])
    },
    async stop(): Promise<void> {
      end.abort()
      await running
    },
  }
}

const stopped = (): void => undefined

const unrecorded =
  "could not record that pings can be received; no heartbeat is reported as missed meanwhile"
