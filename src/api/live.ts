import type { ResultStream } from "../graphql/stream.ts"

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** The streams that flow over plain HTTP at this moment, so that a stopping server can complete them. */
export function createLiveStreams() {
  const streams = new Set<ResultStream>()
  return {
    add(stream: ResultStream): () => void {
      streams.add(stream)
      return () => streams.delete(stream)
    },
    endAll(): void {
      for (const stream of streams) stream.end()
    },
  }
}
