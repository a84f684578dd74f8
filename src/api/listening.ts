import { tellListening } from "../graphql/monitor/listening.ts"
import type { Services } from "../services.ts"

const beatMs = 5000

/** Tells the probers for as long as it runs that pings of jobs can arrive here; stopped by what it answers. */
export function startListening({ database, log }: Services): () => void {
  const beat = (): void => {
    tellListening(database.pool).catch((err: unknown) =>
      log.warn(
        { err },
        "could not tell that heartbeats are heard; none is called silent meanwhile",
      ),
    )
  }
  beat()
  const timer = setInterval(beat, beatMs)
  return () => clearInterval(timer)
}
