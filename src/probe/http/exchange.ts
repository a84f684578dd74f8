import { request as open, type ClientRequest, type IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { Clock } from "../../clock.ts"
import type { FailureClass } from "../../graphql/check/result.ts"
import { explain, isTlsError } from "../tls/secure.ts"
import { cutWords, parserWords, readHead, type Head } from "./head.ts"
import { patient } from "./patience.ts"

export type Exchange = {
  fault: { class: FailureClass; reason: string; isWorthLeniency: boolean } | null
  /** Null where no complete head arrived; `body` then holds the first bytes of whatever did. */
  head: Head | null
  body: Buffer
  /** False where the body was not read to its end. */
  whole: boolean
  warnings: string[]
  firstByteMs: number | null
  transferMs: number | null
}

export type ExchangeOptions = {
  socket: Socket
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** Accept what strict HTTP forbids and browsers put up with. */
  lenient: boolean
  /** Asked once the head is there: is the body needed, or the head enough? */
  wantsBody(head: Head): boolean
  mostBytes: number
  clock: Clock
  signal: AbortSignal
}

const maxHeaderSize = 65_536
const mostInterim = 100
const firstBytes = 16_384

const nothing: Exchange = {
  fault: null,
  head: null,
  body: Buffer.alloc(0),
  whole: false,
  warnings: [],
  firstByteMs: null,
  transferMs: null,
}

/** One request and its answer over a socket that is used up by it. Never rejects. */
export async function exchange(options: ExchangeOptions): Promise<Exchange> {
  const { socket, method, path, headers, lenient } = options
  try {
    const request = open({
      createConnection: () => (lenient ? patient(socket) : socket),
      method,
      path,
      headers,
      setHost: false,
      maxHeaderSize,
      insecureHTTPParser: lenient,
    })
    return await converse(request, options)
  } catch (error) {
    socket.destroy()
    // Node refuses to write what would break the request apart.
    const reason = `The request cannot be sent: ${(error as Error).message}.`
    return { ...nothing, fault: { class: "internal", reason, isWorthLeniency: false } }
  }
}

function converse(request: ClientRequest, options: ExchangeOptions): Promise<Exchange> {
  const { socket, clock, signal, mostBytes } = options
  const from = clock.monotonicMs()
  const chunks: Buffer[] = []
  const warnings: string[] = []
  let beginning = Buffer.alloc(0)
  let firstByteMs: number | null = null
  let head: Head | null = null
  let answer: IncomingMessage | null = null
  let length = 0
  let interim = 0

  return new Promise((resolve) => {
    const settle = (whole: boolean, fault: Exchange["fault"] = null) => {
      signal.removeEventListener("abort", onAbort)
      request.destroy()
      socket.destroy()
      const body = head === null ? beginning : Buffer.concat(chunks).subarray(0, mostBytes)
      const transferMs = firstByteMs === null ? null : clock.monotonicMs() - from - firstByteMs
      resolve({ fault, head, body, whole, warnings, firstByteMs, transferMs })
    }
    const fail = (failureClass: FailureClass, reason: string, isWorthLeniency = false) =>
      settle(false, { class: failureClass, reason, isWorthLeniency })

    const onAbort = () => {
      const after = `${((clock.monotonicMs() - from) / 1000).toFixed(1)} s after the request`
      if (head !== null) {
        return fail("timeout", `The body was still incomplete (${length} bytes) ${after}.`)
      }
      if (interim > 0) return fail("timeout", `Only interim answers (1xx) had come ${after}.`)
      if (firstByteMs !== null) return fail("timeout", `The head was still incomplete ${after}.`)
      return fail("timeout", `Nothing had been answered ${after}.`)
    }
    /** The connection is gone; what it brought decides. Later than the stream's own events. */
    const onGone = () => setImmediate(cut)
    const cut = () => {
      if (answer?.complete === true) return settle(true)
      if (head !== null) return fail("truncated", cutWords(head, length))
      if (firstByteMs === null) {
        return fail("reset", "The server closed the connection without an answer.")
      }
      return fail("truncated", "The connection ended inside the head of the answer.")
    }
    const onError = (error: NodeJS.ErrnoException & { reason?: string }) => {
      const code = error.code ?? ""
      const isParser = code.startsWith("HPE_")
      if (answer?.complete === true) {
        if (isParser) warnings.push("The server sent more bytes after the end of its answer.")
        return onGone()
      }
      if (isParser) {
        const { reason, isWorthLeniency } = parserWords(code, beginning)
        return fail("protocol", reason, isWorthLeniency)
      }
      if (isTlsError(error)) return fail("tls", `The TLS connection ${explain(error).text}.`)
      return onGone()
    }

    request.once("socket", () => {
      socket.prependOnceListener("data", (chunk: Buffer) => {
        firstByteMs = clock.monotonicMs() - from
        beginning = Buffer.from(chunk.subarray(0, firstBytes))
      })
    })
    request.on("information", ({ statusCode }) => {
      interim += 1
      if (interim > mostInterim) {
        return fail("protocol", `The server sent more than ${mostInterim} interim answers (1xx).`)
      }
      if (statusCode === 100) warnings.push("The server sent a 100 (Continue) unasked.")
    })
    request.on("upgrade", (message) => {
      head = readHead(message)
      settle(true)
    })
    request.on("response", (message) => {
      answer = message
      head = readHead(message)
      message.on("error", onGone)
      if (!options.wantsBody(head)) return settle(false)
      message.on("data", (chunk: Buffer) => {
        length += chunk.length
        chunks.push(chunk)
        if (length > mostBytes) settle(false)
      })
      message.on("end", () => settle(true))
    })
    request.on("error", onError)
    request.on("close", onGone)
    socket.on("close", onGone)
    signal.addEventListener("abort", onAbort, { once: true })
    if (signal.aborted) onAbort()
    else if (socket.destroyed) cut()
    else request.end(Buffer.from(options.body))
  })
}
