import type { ExecutionResult, FormattedExecutionResult } from "graphql"

/** Who reads a stream. */
export type Reader = {
  /** @returns false where there is no room for more, until the stream is told to `resume`. */
  take(result: FormattedExecutionResult): boolean
  /** Nothing follows. */
  done(): void
}

/** The results of one subscription, for one reader; whoever holds it may end it from outside. */
export type ResultStream = {
  /** Begins, and tells everything to this reader. */
  flow(reader: Reader): void
  resume(): void
  /** The reader has left, or leaves now. */
  leave(): void
  /** Ends the stream with an error as its last result, or without one. */
  end(error?: unknown): void
  /** Settles once the reader was told that the stream is over, or has left. */
  ended: Promise<void>
}

/** What a stream flows from once it was opened. */
type Spring = { resume(): void; leave(): void }
type Mouth = {
  take(result: FormattedExecutionResult): boolean
  fail(error: unknown): void
  done(): void
}
type Open = (mouth: Mouth) => Spring

/**
 * Never throws to its reader: a source that fails becomes a last result with errors, so that every transport
 * says the same and then completes.
 */
export function createStream(
  open: Open,
  formatError: (error: unknown) => FormattedExecutionResult,
): ResultStream {
  const over = Promise.withResolvers<void>()
  let reader: Reader | null = null
  let spring: Spring | null = null
  let isOver = false
  /** For a reader who comes after the end. */
  let parting: FormattedExecutionResult | null = null

  function end(last: FormattedExecutionResult | null): void {
    if (isOver) return
    isOver = true
    spring?.leave()
    parting = last
    if (reader !== null) sayGoodbye(reader)
  }

  function sayGoodbye({ take, done }: Reader): void {
    if (parting !== null) take(parting)
    done()
    over.resolve()
  }

  return {
    flow(to) {
      reader = to
      if (isOver) {
        sayGoodbye(to)
        return
      }
      spring = open({
        take: (result) => isOver || to.take(result),
        fail: (error) => end(formatError(error)),
        done: () => end(null),
      })
    },
    resume: () => spring?.resume(),
    leave() {
      if (!isOver) spring?.leave()
      isOver = true
      over.resolve()
    },
    end: (error) => end(error === undefined ? null : formatError(error)),
    ended: over.promise,
  }
}

/** What is asked for one by one, as the reader has room. */
export const springOf =
  (
    source: AsyncIterator<ExecutionResult>,
    format: (result: ExecutionResult) => FormattedExecutionResult,
  ): Open =>
  ({ take, fail, done }) => {
    let room = Promise.withResolvers<void>()
    let isLeft = false
    async function run(): Promise<void> {
      try {
        for (;;) {
          const step = await source.next()
          if (isLeft) return
          if (step.done === true) break
          room = Promise.withResolvers()
          if (!take(format(step.value))) await room.promise
        }
        done()
      } catch (error) {
        fail(error)
      }
    }
    void run()
    return {
      resume: () => room.resolve(),
      leave() {
        isLeft = true
        room.resolve()
        // Nobody is left to tell about a source that fails to close.
        source.return?.().catch(() => undefined)
      },
    }
  }
