import { createClient } from "graphql-ws"
import { WebSocket } from "ws"

/** The items of a stream so far, and a way to await the next one. */
class EventLog<T> {
  readonly all: T[] = []
  #waiting: (() => void)[] = []
  #fault: unknown = null

  constructor(source: AsyncIterable<T>) {
    const end = (fault: unknown) => {
      this.#fault = fault
      this.#wake()
    }
    this.#read(source).then(() => end(new Error("the stream ended")), end)
  }

  async #read(source: AsyncIterable<T>): Promise<void> {
    for await (const item of source) {
      this.all.push(item)
      this.#wake()
    }
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** The first matching item from `from` on; waits for it, at most `withinMs` if given. */
  async until(fits: (item: T) => boolean, from = 0, withinMs?: number): Promise<T> {
    const late = withinMs === undefined ? null : AbortSignal.timeout(withinMs)
    late?.addEventListener("abort", () => this.#wake())
    for (;;) {
      const found = this.all.slice(from).find(fits)
      if (found !== undefined) return found
      if (this.#fault !== null) throw this.#fault
      if (late?.aborted === true) {
        throw new Error(
          `not heard in ${withinMs} ms; heard ${JSON.stringify(this.all.slice(from))}`,
        )
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }
}

type Source = { address: string; key: string }
type Operation = { query: string; variables: Record<string, unknown> }

/** A subscription over graphql-transport-ws, with the official client. */
export function overSocket<T>({ address, key }: Source, operation: Operation) {
  const client = createClient({
    url: `${address.replace(/^http/, "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
  })
  const results = client.iterate<T>(operation)
  async function* data(): AsyncGenerator<T> {
    for await (const { data, errors } of results) {
      if (errors !== undefined) throw new Error(JSON.stringify(errors))
      if (data !== undefined && data !== null) yield data
    }
  }
  return { heard: new EventLog(data()), close: () => client.dispose() }
}

/** The same over server-sent events, read like any HTTP client. */
export function overEvents<T>({ address, key }: Source, operation: Operation) {
  const stop = new AbortController()
  async function* data(): AsyncGenerator<T> {
    const response = await fetch(`${address}/graphql`, {
      method: "POST",
      signal: stop.signal,
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify(operation),
    })
    if (!response.ok || response.body === null) throw new Error(await response.text())
    let rest = ""
    try {
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        const events = (rest + chunk).split("\n\n")
        rest = events.pop() ?? ""
        for (const event of events) {
          const text = /^data: (.+)$/m.exec(event)?.[1]
          if (!/^event: next$/m.test(event) || text === undefined) continue
          const { data, errors } = JSON.parse(text) as { data?: T; errors?: unknown }
          if (errors !== undefined) throw new Error(JSON.stringify(errors))
          if (data !== undefined) yield data
        }
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error
    }
  }
  return { heard: new EventLog(data()), close: () => stop.abort() }
}

/** One query or mutation; its data. */
export async function ask<T>({ address, key }: Source, operation: Operation): Promise<T> {
  const response = await fetch(`${address}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(operation),
  })
  const { data, errors } = (await response.json()) as { data?: T; errors?: unknown }
  if (data === undefined || data === null || errors !== undefined) {
    throw new Error(JSON.stringify(errors))
  }
  return data
}
