import type { ClientRequest, IncomingMessage } from "node:http"

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
  const cut = () => fail(`The ${what}'s host closed the connection before the end.`)
  const end = () => fail(`The ${what}'s host did not respond within ${totalMs / 1000} s.`)
  signal.addEventListener("abort", end, { once: true })
  request.on("error", ({ message }) => fail(`The ${what}'s host could not be reached: ${message}.`))
  request.on("response", (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on("data", (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > mostBytes) fail(`The ${what} is larger than ${sizeOf(mostBytes)}.`)
    })
    response.on("end", () => {
      const { statusCode: status = 0, headers } = response
      ended.resolve({ status, headers, text: Buffer.concat(chunks).toString("utf8") })
    })
    response.on("error", cut)
    response.on("close", cut)
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
