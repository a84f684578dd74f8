import { AsyncLocalStorage } from "node:async_hooks"
import twilio from "twilio"
import type { Env } from "../../platform/env.ts"

/** The account cannot send at present; `retryAfter` is the header's value. */
export class TooMany extends Error {
  readonly retryAfter: string | undefined
  constructor(retryAfter: string | undefined) {
    super("Twilio rate limit reached.")
    this.retryAfter = retryAfter
  }
}

/** Of silence in one request; a worker's deadline ends after it. */
const timeoutMs = 10_000
/** Responses have a few kilobytes. */
const mostBytes = 1024 * 1024

/** Abort signal of the current send; the library takes none. */
const ending = new AsyncLocalStorage<AbortSignal>()

/** Runs one send; its request ends with the signal, also one that waits for a free connection or trickles. */
export const endingWith = <T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> =>
  ending.run(signal, send)

/** The library's own client, at the address that the installation names. */
class Line extends twilio.RequestClient {
  readonly base: string

  constructor(base: string) {
    super({ timeout: timeoutMs })
    this.base = base.replace(/\/+$/, "")
    // As the other providers: what applies to fetch, such as a proxy, applies here.
    this.axios.defaults.adapter = "fetch"
    this.axios.defaults.maxContentLength = mostBytes
    this.axios.interceptors.request.use((config) => {
      const signal = ending.getStore()
      return signal === undefined ? config : { ...config, signal }
    })
  }

  override async request<T>(options: Options<T>): ReturnType<Request<T>> {
    const { pathname, search } = new URL(options.uri)
    const answer = await super.request<T>({ ...options, uri: this.base + pathname + search })
    if (answer.statusCode === 429) throw new TooMany(retryAfterOf(answer))
    return answer
  }
}

type Request<T> = typeof twilio.RequestClient.prototype.request<T>
type Options<T> = Parameters<Request<T>>[0]

/** The library's type omits the headers, which are present. */
const retryAfterOf = (answer: object): string | undefined => {
  const headers = "headers" in answer ? (answer.headers as Record<string, unknown>) : {}
  const value = headers["retry-after"]
  return typeof value === "string" ? value : undefined
}

const clients = new Map<string, ReturnType<typeof twilio>>()

/** Null if no account is configured. */
export function twilioOf({ TWILIO_URL: account }: Env) {
  if (account === undefined) return null
  const { accountSid, authToken, from, apiUrl } = account
  const key = [apiUrl, accountSid, authToken].join(" ")
  const client = clients.get(key) ?? twilio(accountSid, authToken, { httpClient: new Line(apiUrl) })
  clients.set(key, client)
  return { client, accountSid, from }
}

/** Callbacks need a public URL; a local installation gets none. */
export function callbackOf({ BASE_URL }: Pick<Env, "BASE_URL">, path: string): string | null {
  return new URL(BASE_URL).hostname === "localhost" ? null : `${BASE_URL}/hooks/twilio/${path}`
}
