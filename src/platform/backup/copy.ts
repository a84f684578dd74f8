import { once } from "node:events"
import type pg from "pg"

/** `COPY` over the driver's protocol, with backpressure in both directions. */

const blockBytes = 4 * 1024 * 1024
/** Blocks that may wait for a slow reader. */
const mostWaiting = 2

const nothing = () => undefined

/** The driver has these, but its types do not. */
type Connection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** The output of `copy … to stdout` in blocks. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  const blocks: Buffer[] = []
  const end: { isReached: boolean; error: Error | null } = { isReached: false, error: null }
  const held: { connection: Connection | null } = { connection: null }
  let wake: () => void = nothing
  let block = Buffer.allocUnsafe(blockBytes)
  let used = 0

  /** Copies at once: the driver reuses its buffer. */
  function add(chunk: Buffer): void {
    if (used + chunk.length > block.length) {
      flush()
      block = Buffer.allocUnsafe(Math.max(blockBytes, chunk.length))
    }
    used += chunk.copy(block, used)
  }

  function flush(): void {
    if (used > 0) blocks.push(block.subarray(0, used))
    used = 0
    if (blocks.length > mostWaiting) held.connection?.stream.pause()
    wake()
  }

  client.query({
    submit(given: pg.Connection) {
      held.connection = given as Connection
      held.connection.query(text)
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => add(chunk),
    handleCommandComplete: flush,
    handleReadyForQuery() {
      end.isReached = true
      wake()
    },
    handleError(error: Error) {
      Object.assign(end, { isReached: true, error })
      wake()
    },
  })
  const stream = () => held.connection?.stream
  try {
    for (;;) {
      const next = blocks.shift()
      if (next !== undefined) {
        stream()?.resume()
        yield next
      } else if (end.isReached) {
        if (end.error !== null) throw end.error
        return
      } else {
        await new Promise<void>((resolve) => (wake = resolve))
      }
    }
  } finally {
    // Nobody reads the rest, and the connection cannot be used before its end.
    if (!end.isReached) stream()?.destroy()
  }
}

export type CopyIn = {
  write(bytes: Buffer): Promise<void>
  end(): Promise<void>
  /** Ends it after an error elsewhere: until then the connection runs no other statement. Never rejects. */
  abandon(): Promise<void>
}

/** The input of `copy … from stdin`. An error of the server rejects the write under way or the next one. */
export function copyIn(client: pg.Client, text: string): CopyIn {
  const accepted = Promise.withResolvers<Connection>()
  const done = Promise.withResolvers<void>()
  // Raced by each step; until then nobody waits for them.
  for (const { promise } of [accepted, done]) promise.catch(() => undefined)
  client.query({
    submit: (given: pg.Connection) => given.query(text),
    handleCopyInResponse: (given: Connection) => accepted.resolve(given),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => done.resolve(),
    handleError(error: Error) {
      accepted.reject(error)
      done.reject(error)
    },
  })
  return {
    async write(bytes) {
      const connection = await accepted.promise
      connection.sendCopyFromChunk(bytes)
      if (!connection.stream.writableNeedDrain) return
      await Promise.race([once(connection.stream, "drain"), done.promise])
    },
    async end() {
      const connection = await accepted.promise
      connection.endCopyFrom()
      await done.promise
    },
    async abandon() {
      await accepted.promise.then(
        (connection) => connection.sendCopyFail("the source of the rows failed"),
        () => undefined,
      )
      await done.promise.catch(() => undefined)
    },
  }
}
