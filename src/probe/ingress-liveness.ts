import {
  patienceSeconds,
  readProofs,
  type ProofRead,
} from "../graphql/monitoring/monitor/heartbeat/ingress-liveness.ts"
import { isPrivateHost } from "../platform/private-address.ts"
import type { Services } from "../platform/services.ts"
import type { Gap, ProvedTime } from "./kinds/heartbeat-silence.ts"

const readEveryMs = 2000

/**
 * Over which time it was proved that senders could reach us, as the API role records it. `databaseNow` must not be
 * behind the database.
 */
export async function createIngressLiveness(
  { database, env, log }: Pick<Services, "database" | "env" | "log">,
  databaseNow: () => Date,
) {
  let proofs: Awaited<ReturnType<typeof readProofs>> = {}
  const refresh = async () => {
    proofs = await readProofs(database.pool)
  }
  await refresh()
  const timer = setInterval(() => {
    // What was read before covers the time until then, and nothing after it.
    refresh().catch((err: unknown) => log.debug({ err }, "could not read since when pings arrive"))
  }, readEveryMs)

  return {
    /** @param isPublic whether pings came from public addresses; null if none came. */
    provedTime(isPublic: boolean | null): ProvedTime {
      const { listener, outside } = proofs
      const isOurs = isPrivateHost(new URL(env.BASE_URL).hostname)
      const all = [
        toProved(listener, patienceSeconds.listener),
        // Written by no older version.
        ...((isPublic ?? !isOurs) && outside ? [toProved(outside, patienceSeconds.outside)] : []),
      ]
      return join(all)
    },
    refresh,
    stop: () => clearInterval(timer),
  }

  function toProved(read: ProofRead | undefined, patience: number): ProvedTime {
    if (read === undefined) return { gaps: [], untilMs: -Infinity, isOpen: true }
    const untilMs = read.seenAt.getTime()
    const gaps = read.gaps.map(({ from, until }) => ({ from: from.getTime(), to: until.getTime() }))
    return {
      gaps,
      untilMs,
      isOpen: databaseNow().getTime() - untilMs > patience * 1000 + readEveryMs,
    }
  }
}

/** Only what all prove is proved. */
function join(all: ProvedTime[]): ProvedTime {
  return {
    gaps: merged(all.flatMap(({ gaps }) => gaps)),
    untilMs: Math.min(...all.map(({ untilMs }) => untilMs)),
    isOpen: all.some(({ isOpen }) => isOpen),
  }
}

function merged(gaps: Gap[]): Gap[] {
  const found: Gap[] = []
  for (const { from, to } of gaps.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}
