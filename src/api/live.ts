import type { ResultStream } from "../graphql/live/stream.ts"

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Open streams over plain HTTP, so that a stopping server can complete them. */
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
