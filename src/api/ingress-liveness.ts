import { recordIngressAlive } from "../graphql/monitoring/monitor/ingress-liveness.ts"
import type { Services } from "../platform/services.ts"

const beatMs = 5000

/**
 * Records in regular intervals that this process can receive pings, which the probers read; returns the stop
 * function.
 */
export function startListening({ database, log }: Services): () => void {
  const beat = (): void => {
    recordIngressAlive(database.pool).catch((err: unknown) =>
      log.warn(
        { err },
        "could not record that pings can be received; no heartbeat is reported as missed meanwhile",
      ),
    )
  }
  beat()
  const timer = setInterval(beat, beatMs)
  return () => clearInterval(timer)
}
