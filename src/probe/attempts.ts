import { setTimeout as wait } from "node:timers/promises"
import type { FailureClass } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { dependencyOf } from "./dependency.ts"
import type { Means } from "./judge.ts"
import { explainNameDelay } from "./name-delay.ts"
import type { OwnNetwork } from "./own-network.ts"
import type { Choose } from "./probe.ts"
import type { Route } from "./route.ts"
import type { Attempt } from "./run.ts"

/**
 * Hosts and routers retry a failed neighbor lookup only after up to three seconds (RFC 4861, and Linux for ARP): an
 * attempt that ends this soon after our own network came back proves nothing.
 */
const settleMs = 3200

export type AttemptOptions = {
  /** Make one attempt: the first, or another over a new connection that asks another name server first. */
  run(choose: Choose, which: "first" | "again", cancel?: AbortSignal): Promise<Attempt>
  route: Route
  network: Pick<OwnNetwork, "watch" | "mark" | "prepare" | "prove" | "doubt">
  /** How long to wait for the first attempt before a second one starts in parallel. */
  patienceMs: number
  /** Watch our own network from before the first attempt, whose failure is to be proved. */
  isWatched?: boolean
}

/** The attempts of one check, and the state of our own network meanwhile. */
export type Attempts = Pick<
  Means,
  "attempt" | "attemptAgain" | "attemptSuspect" | "prove" | "doubt"
> & {
  /** Stop watching our own network. */
  end(): void
}

/**
 * A first attempt that takes longer than usual for its target gets a second one in parallel, each with the full
 * timeout, so that an outage is known soon after the first times out. It is canceled if the first succeeds.
 */
export function createAttempts(target: Target, options: AttemptOptions): Attempts {
  const { run, route, network, patienceMs, isWatched: isFirstWatched = false } = options
  const isPing = target.kind === "ping"
  let watching: Promise<Disposable> | null = null
  let leadMs = 0

  function note(attempt: Attempt): Attempt {
    leadMs = leadOf(attempt)
    return { ...attempt, observation: explainNameDelay(target, attempt.observation) }
  }

  /** Start once our own network has been checked, so that its state before the attempt is known. */
  async function attemptWatched(choose: Choose, cancel?: AbortSignal): Promise<Attempt> {
    watching ??= network.watch(isPing)
    await watching
    await Promise.all([leadMs > 0 ? wait(leadMs) : null, network.prepare(leadMs)])
    network.mark(isPing)
    return note(await run(choose, "again", cancel))
  }

  async function attemptInParallel(first: Promise<Attempt>) {
    if (patienceMs >= target.timeoutSeconds * 1000) return null
    if (!(await takesLonger(first, patienceMs))) return null
    const cancel = new AbortController()
    return { second: attemptWatched(route.others, cancel.signal), cancel }
  }

  return {
    async attempt() {
      if (isFirstWatched) {
        watching ??= network.watch(isPing)
        await watching
        await network.prepare(0)
        network.mark(isPing)
      }
      const trying = run(route.first, "first")
      const parallel = await attemptInParallel(trying)
      const first = note(await trying)
      route.note(first.observation.address)
      const { failure } = first.observation
      if (failure === null) parallel?.cancel.abort()
      return { first, second: failure === null ? null : (parallel?.second ?? null) }
    },
    attemptAgain(over, isWatched) {
      const choose = over === "others" ? route.others : route.same
      return isWatched ? attemptWatched(choose) : run(choose, "again").then(note)
    },
    async attemptSuspect() {
      const attempt = await attemptWatched(route.suspect)
      if (!route.hasSuspect) return null
      return leadMs > 0 ? attemptWatched(route.suspect) : attempt
    },
    async prove(attempt) {
      const { observation, fromMs, durationMs } = attempt
      const needs = dependencyOf(target, observation)
      if (needs === null) throw new Error("nothing of ours could have caused this failure")
      return network.prove(needs, fromMs - leadOf(attempt), fromMs + durationMs, fromMs)
    },
    doubt({ observation }) {
      const needs = dependencyOf(target, observation)
      return needs === null ? null : network.doubt(needs)
    },
    end() {
      void watching?.then((watch) => watch[Symbol.dispose]())
    },
  }
}

/** A plain timer: every check waits so, and aborting a promised one would cost an error with its stack. */
function takesLonger(first: Promise<Attempt>, patienceMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, patienceMs, true)
    first.then(() => resolve(false), reject).finally(() => clearTimeout(timer))
  })
}

/** How long before an attempt our own network must have been up for a failure to connect to count. */
function leadOf({ observation, durationMs }: Attempt): number {
  return isUnconnected(observation.failure?.class) ? Math.max(0, settleMs - durationMs) : 0
}

const isUnconnected = (failureClass: FailureClass | undefined): boolean =>
  failureClass === "no_route" || failureClass === "connect_timeout"
