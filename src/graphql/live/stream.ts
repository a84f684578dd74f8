import type { ExecutionResult, FormattedExecutionResult } from "graphql"

/** Receives the results of a stream. */
export type Reader = {
  /** @returns false if its buffer is full, until it calls `resume`. */
  take(result: FormattedExecutionResult): boolean
  /** The stream is over. */
  done(): void
}

/** The results of one subscription, for one reader. */
export type ResultStream = {
  /** Starts sending results to this reader. */
  start(reader: Reader): void
  resume(): void
  /** Stops without a last result, because the reader has left. */
  leave(): void
  /** Ends the stream with an error as its last result, or without one. */
  end(error?: unknown): void
  /** Resolves after `done` was called or the reader has left. */
  ended: Promise<void>
}

/** Controls an open source. */
type SourceHandle = { resume(): void; leave(): void }
type Sink = {
  take(result: FormattedExecutionResult): boolean
  fail(error: unknown): void
  done(): void
}
type Open = (sink: Sink) => SourceHandle

/**
 * Never throws to its reader: if the source fails, the last result carries the errors and the stream completes, the
 * same on every transport.
 */
export function createStream(
  open: Open,
  formatError: (error: unknown) => FormattedExecutionResult,
): ResultStream {
  const over = Promise.withResolvers<void>()
  let reader: Reader | null = null
  let source: SourceHandle | null = null
  let isOver = false
  /** Kept for a reader that starts after the end. */
  let lastResult: FormattedExecutionResult | null = null

  function end(last: FormattedExecutionResult | null): void {
    if (isOver) return
    isOver = true
    source?.leave()
    lastResult = last
    if (reader !== null) finish(reader)
  }

  function finish({ take, done }: Reader): void {
    if (lastResult !== null) take(lastResult)
    done()
    over.resolve()
  }

  return {
    start(to) {
      reader = to
      if (isOver) {
        finish(to)
        return
      }
      source = open({
        take: (result) => isOver || to.take(result),
        fail: (error) => end(formatError(error)),
        done: () => end(null),
      })
    },
    resume: () => source?.resume(),
    leave() {
      if (!isOver) source?.leave()
      isOver = true
      over.resolve()
    },
    end: (error) => end(error === undefined ? null : formatError(error)),
    ended: over.promise,
  }
}

/** Pulls results from an iterator, one at a time, while the reader has room. */
export const fromIterator =
  (
    source: AsyncIterator<ExecutionResult>,
    format: (result: ExecutionResult) => FormattedExecutionResult,
  ): Open =>
  ({ take, fail, done }) => {
    let capacity = Promise.withResolvers<void>()
    let isLeft = false
    async function run(): Promise<void> {
      try {
        for (;;) {
          const step = await source.next()
          if (isLeft) return
          if (step.done === true) break
          capacity = Promise.withResolvers()
          if (!take(format(step.value))) await capacity.promise
        }
        done()
      } catch (error) {
        fail(error)
      }
    }
    void run()
    return {
      resume: () => capacity.resolve(),
      leave() {
        isLeft = true
        capacity.resolve()
        // A source that fails to close has no reader to report to.
        source.return?.().catch(() => undefined)
      },
    }
  }
