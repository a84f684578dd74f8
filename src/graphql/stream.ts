import type { ExecutionResult, FormattedExecutionResult } from "graphql"

/** The results of one subscription, for one reader; whoever holds it may end it from outside. */
export type ResultStream = AsyncGenerator<FormattedExecutionResult, void, void> & {
  /** Ends the stream with an error as its last result, or without one. */
  end(error?: unknown): void
  /** Settles once the reader was told that the stream is over, or has left. */
  ended: Promise<void>
}

type Step = IteratorResult<FormattedExecutionResult, void>

/**
 * Never throws to its reader: a source that fails becomes a last result with errors, so that every transport
 * says the same and then completes.
 */
export function createStream(
  source: AsyncIterator<ExecutionResult>,
  format: (result: ExecutionResult) => FormattedExecutionResult,
  formatError: (error: unknown) => FormattedExecutionResult,
): ResultStream {
  const over = Promise.withResolvers<void>()
  let isClosed = false
  /** What the reader still gets although the stream is closed. */
  let parting: FormattedExecutionResult | null = null
  let answer: ((step: Step) => void) | null = null

  function close(): void {
    isClosed = true
    // Nobody is left to tell about a source that fails to close.
    source.return?.().catch(() => undefined)
  }

  function finish(): Step {
    isClosed = true
    over.resolve()
    return { done: true, value: undefined }
  }

  async function pull(): Promise<Step> {
    try {
      const { done, value } = await source.next()
      return done === true ? finish() : { done: false, value: format(value) }
    } catch (error) {
      close()
      return { done: false, value: formatError(error) }
    }
  }

  function lastStep(): Step {
    if (parting === null) return finish()
    const value = parting
    parting = null
    return { done: false, value }
  }

  const stream: ResultStream = {
    async next() {
      if (!isClosed) {
        return new Promise((resolve) => {
          answer = resolve
          void pull().then((step) => {
            if (answer === resolve) resolve(step)
          })
        })
      }
      return lastStep()
    },
    async return() {
      if (!isClosed) close()
      parting = null
      answer?.(finish())
      answer = null
      return finish()
    },
    async throw(error) {
      await stream.return()
      throw error
    },
    end(error) {
      if (isClosed) return
      close()
      parting = error === undefined ? null : formatError(error)
      if (answer === null) return
      answer(lastStep())
      answer = null
    },
    ended: over.promise,
    [Symbol.asyncIterator]: () => stream,
    [Symbol.asyncDispose]: async () => {
      await stream.return()
    },
  }
  return stream
}
