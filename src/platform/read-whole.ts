import type { ClientRequest, IncomingMessage } from "node:http"
import { ProxyError } from "./proxy/open-tunnel.ts"
import { readUntil } from "./read-until.ts"

export type WholeAnswer = { status: number; headers: IncomingMessage["headers"]; text: string }

type Limits = {
  /** What is read, for messages: "calendar". */
  what: string
  mostBytes: number
  totalMs: number
  signal: AbortSignal
  fault(message: string): Error
}

const sizeOf = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`

/** Sends a request and reads its whole answer. @throws what `fault` makes of a message for the owner. */
export async function readWhole(
  request: ClientRequest,
  { what, mostBytes, totalMs, signal, fault }: Limits,
): Promise<WholeAnswer> {
  const ended = Promise.withResolvers<WholeAnswer>()
  const fail = (message: string) => ended.reject(fault(message))
  const end = () => fail(`The ${what}'s host did not respond within ${totalMs / 1000} s.`)
  signal.addEventListener("abort", end, { once: true })
  request.on("error", (error) => {
    const { message } = error
    const isProxy = error instanceof ProxyError
    fail(isProxy ? `${message}.` : `The ${what}'s host could not be reached: ${message}.`)
  })
  request.on("response", (response) => {
    const { statusCode: status = 0, headers } = response
    void readUntil(response, { signal, mostBytes }).then(({ bytes, how }) => {
      if (how === "end") ended.resolve({ status, headers, text: bytes.toString("utf8") })
      else if (how === "too_large") fail(`The ${what} is larger than ${sizeOf(mostBytes)}.`)
      else if (how === "aborted") end()
      else fail(`The ${what}'s host closed the connection before the end.`)
    })
  })
  request.end()
  try {
    if (signal.aborted) end()
    return await ended.promise
  } finally {
    signal.removeEventListener("abort", end)
    request.destroy()
  }
}
