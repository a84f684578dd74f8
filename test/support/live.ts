import { createClient, type Client } from "graphql-ws"
import { WebSocket } from "ws"

type EventLog = {
  data?: Record<string, unknown> | null
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[]
}

/** A stream over any transport. */
export type Reader = {
  /** The next result, through JSON; null once the stream has completed. */
  next(): Promise<EventLog | null>
  /** All results until the end. */
  rest(): Promise<EventLog[]>
  close(): Promise<void>
}

/** Subscribes over server-sent events. */
export async function overEvents(
  address: string,
  query: string,
  headers: Record<string, string>,
  operationName?: string,
): Promise<Reader & { response: Response; lines: string[] }> {
  const leave = new AbortController()
  const response = await fetch(`${address}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
    body: JSON.stringify({ query, operationName }),
    signal: leave.signal,
  })
  const lines: string[] = []
  const results = readEvents(response, lines)
  return {
    response,
    lines,
    next: async () => (await results.next()).value ?? null,
    rest: () => Array.fromAsync(results),
    async close() {
      leave.abort()
      await results.return(undefined).catch(() => undefined)
    },
  }
}

async function* readEvents(
  response: Response,
  lines: string[],
): AsyncGenerator<EventLog, undefined> {
  if (response.body === null) throw new Error("an answer without a body")
  let event = ""
  let rest = ""
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    rest += piece
    const whole = rest.split("\n")
    rest = whole.pop() ?? ""
    for (const line of whole) {
      lines.push(line)
      if (line.startsWith("event: ")) event = line.slice(7)
      else if (line.startsWith("data:")) {
        if (event === "complete") return
        yield JSON.parse(line.slice(5)) as EventLog
      }
    }
  }
  throw new Error("the events ended without a complete")
}

/** A graphql-ws client that never reconnects, so that a test sees why its socket closed. */
export function openSocket(address: string, authorization?: string, headers = {}) {
  const closed = Promise.withResolvers<{ code: number; reason: string }>()
  class Socket extends WebSocket {
    constructor(url: string, protocols: string | string[]) {
      super(url, protocols, { headers })
    }
  }
  const client = createClient({
    url: `${address.replace("http", "ws")}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => undefined,
    ...(authorization === undefined ? {} : { connectionParams: { authorization } }),
    on: {
      closed: (event) => {
        const { code, reason } = event as { code: number; reason: string }
        closed.resolve({ code, reason })
      },
    },
  })
  return { client, closed: closed.promise }
}

/** Subscribes over a socket. */
export function overSocket(client: Client, query: string): Reader {
  const results = client.iterate({ query })
  return {
    async next() {
      const { done, value } = await results.next()
      return done === true ? null : tell(value)
    },
    rest: async () => (await Array.fromAsync(results)).map(tell),
    async close() {
      await results.return?.()
    },
  }
}

/** Through JSON, because graphql's objects have no prototype and would not compare as equal. */
const tell = (value: unknown) => JSON.parse(JSON.stringify(value)) as EventLog
