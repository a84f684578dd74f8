import { request as open, type ClientRequest, type IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { Finding } from "../../findings/finding.ts"
import type { Clock } from "../../platform/clock.ts"
import type { FailureClass } from "../../graphql/monitoring/check/rules/check-result.ts"
import { ignore } from "../attempt.ts"
import { explain, isTlsError } from "../tls/secure.ts"
import { mostRead } from "../body-limits.ts"
import { notItsTurn, type LargeBody } from "./large-bodies.ts"
import {
  cutFindings,
  interimFindings,
  mostInterim,
  parserFault,
  readHead,
  timeoutFindings,
  type Head,
} from "./head.ts"
import { patient } from "./deadline.ts"
import { plainRequest, readPlainHead, replay } from "./plain.ts"

type Fault = {
  class: FailureClass
  findings: Finding[]
  isWorthLeniency: boolean
  /** The server speaks HTTP/2 alone. */
  isHttp2?: boolean
}

export type Exchange = {
  fault: Fault | null
  /** Null if no complete head arrived; `body` then holds the first bytes received. */
  head: Head | null
  body: Buffer
  /** False if the body was not read to its end. */
  whole: boolean
  warnings: Finding[]
  firstByteMs: number | null
  transferMs: number | null
  /** How long this process did not read, because other large bodies came first; not in `transferMs`. */
  waitedMs: number
}

export type ExchangeOptions = {
  socket: Socket
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** Accept what strict HTTP forbids and browsers tolerate. */
  lenient: boolean
  /** Called with the head: whether the body is needed. */
  wantsBody(head: Head): boolean
  mostBytes: number
  /** Asked before more than `mostRead` bytes are kept; see large-bodies.ts. */
  largeBody: Pick<LargeBody, "enter">
  clock: Clock
  signal: AbortSignal
}

const maxHeaderSize = 65_536
const firstBytes = 16_384

export const nothing: Exchange = {
  fault: null,
  head: null,
  body: Buffer.alloc(0),
  whole: false,
  warnings: [],
  firstByteMs: null,
  transferMs: null,
  waitedMs: 0,
}

export const joined = (chunks: Buffer[]): Buffer => {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
}

/** One request and response over a socket, which is not reused. Never rejects. */
export async function exchange(options: ExchangeOptions): Promise<Exchange> {
  const { socket, lenient } = options
  try {
    const plain = lenient ? null : plainRequest(options)
    return await converse(options, plain)
  } catch (error) {
    socket.destroy()
    return { ...nothing, fault: unsendable(error) }
  }
}

/** Node refuses headers that would break the request framing. */
export const unsendable = (error: unknown): Fault => ({
  class: "internal",
  findings: [{ code: "request_not_sent", parameters: { error: (error as Error).message } }],
  isWorthLeniency: false,
})

/** Node's client on this connection. @throws {TypeError} for headers that it refuses. */
function ask(options: ExchangeOptions, connection: Duplex): ClientRequest {
  const { method, path, headers, lenient } = options
  return open({
    createConnection: () => connection,
    method,
    path,
    headers,
    setHost: false,
    maxHeaderSize,
    insecureHTTPParser: lenient,
  })
}

/** `plain` is the request as bytes, if the response may be read without Node's client. */
function converse(options: ExchangeOptions, plain: Buffer | null): Promise<Exchange> {
  const { socket, clock, signal, mostBytes, largeBody } = options
  const from = clock.monotonicMs()
  const chunks: Buffer[] = []
  const warnings: Finding[] = []
  let beginning: Buffer = Buffer.alloc(0)
  let firstByteMs: number | null = null
  let head: Head | null = null
  let answer: IncomingMessage | null = null
  let length = 0
  let interim = 0
  let waitedMs = 0
  let waitsFromMs: number | null = null
  let isLarge = false
  let isSettled = false
  let stopReading = ignore
  let request = plain === null ? ask(options, options.lenient ? patient(socket) : socket) : null

  const onFirst = (chunk: Buffer) => {
    firstByteMs = clock.monotonicMs() - from
    beginning = chunk
  }

  return new Promise((resolve) => {
    const settle = (whole: boolean, fault: Exchange["fault"] = null) => {
      if (isSettled) return
      isSettled = true
      signal.removeEventListener("abort", onAbort)
      // Shared function, because the listener stays as long as the socket exists.
      socket.on("error", ignore)
      socket.off("close", onGone)
      stopReading()
      request?.destroy()
      socket.destroy()
      const body =
        head === null ? beginning.subarray(0, firstBytes) : joined(chunks).subarray(0, mostBytes)
      if (waitsFromMs !== null) waitedMs += clock.monotonicMs() - waitsFromMs
      const transferMs =
        firstByteMs === null ? null : clock.monotonicMs() - from - firstByteMs - waitedMs
      resolve({ fault, head, body, whole, warnings, firstByteMs, transferMs, waitedMs })
    }
    const fail = (failureClass: FailureClass, findings: Finding[], isWorthLeniency = false) =>
      settle(false, { class: failureClass, findings, isWorthLeniency })

    const onAbort = () => {
      if (waitsFromMs !== null) {
        return fail("internal", notItsTurn)
      }
      const arrived = { head, length, interim, firstByteMs }
      return fail("timeout", timeoutFindings(arrived, clock.monotonicMs() - from))
    }
    /** The connection is closed; what arrived decides. Runs after the stream's own events. */
    const onGone = () => {
      if (!isSettled) setImmediate(cut)
    }
    const cut = () => {
      if (isSettled) return
      if (answer?.complete === true) return settle(true)
      if (head !== null) return fail("truncated", cutFindings(head, length))
      if (firstByteMs === null) {
        return fail("reset", [{ code: "closed_without_response", parameters: {} }])
      }
      return fail("truncated", [{ code: "closed_within_head", parameters: {} }])
    }
    const onError = (error: NodeJS.ErrnoException & { reason?: string }) => {
      const code = error.code ?? ""
      const isParser = code.startsWith("HPE_")
      if (answer?.complete === true) {
        if (isParser) warnings.push({ code: "extra_bytes", parameters: {} })
        return onGone()
      }
      if (isParser) {
        return settle(false, { class: "protocol", ...parserFault(code, beginning) })
      }
      if (isTlsError(error)) {
        const { fault, detail } = explain(error)
        return fail("tls", [{ code: "tls_connection_failed", parameters: { fault, detail } }])
      }
      return onGone()
    }

    function follow(request: ClientRequest): void {
      request.on("information", ({ statusCode }) => {
        interim += 1
        if (interim > mostInterim) {
          return fail("protocol", interimFindings)
        }
        if (statusCode === 100) warnings.push({ code: "unsolicited_continue", parameters: {} })
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
        message.on("data", take)
        message.on("end", () => settle(true))
      })
      request.on("error", onError)
      request.on("close", onGone)
      request.end(Buffer.from(options.body))
    }

    const take = (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      if (length > mostBytes) return settle(false)
      if (length > mostRead && !isLarge) void waitForTurn()
    }
    const waitForTurn = async () => {
      isLarge = true
      const reading = answer ?? socket
      reading.pause()
      waitsFromMs = clock.monotonicMs()
      const mayRead = await largeBody.enter(signal)
      if (isSettled || !mayRead) return
      waitedMs += clock.monotonicMs() - waitsFromMs
      waitsFromMs = null
      reading.resume()
    }

    /** Parses a plain response directly; at the first irregularity passes all bytes to Node's client. */
    function readPlainly(): void {
      const seen: Buffer[] = []
      let bodyLength = 0
      const onData = (chunk: Buffer) => {
        seen.push(chunk)
        let body = chunk
        if (head === null) {
          onFirst(chunk)
          const read = readPlainHead(chunk, options.method)
          if (read === null) return doubt()
          const { bodyAt } = read
          bodyLength = read.bodyLength
          if (chunk.length - bodyAt > bodyLength) return doubt()
          head = read.head
          if (!options.wantsBody(head)) return settle(false)
          body = chunk.subarray(bodyAt)
        } else if (length + chunk.length > bodyLength) return doubt()
        take(body)
        if (length === bodyLength) settle(true)
      }
      stopReading = () => {
        socket.off("data", onData)
        socket.off("error", onError)
      }
      const doubt = () => {
        stopReading()
        head = null
        length = 0
        chunks.length = 0
        request = ask(options, replay(socket, Buffer.concat(seen)))
        follow(request)
      }
      socket.on("data", onData)
      socket.on("error", onError)
    }

    socket.on("close", onGone)
    signal.addEventListener("abort", onAbort, { once: true })
    if (signal.aborted) onAbort()
    else if (socket.destroyed) cut()
    else if (request !== null) {
      socket.prependOnceListener("data", onFirst)
      follow(request)
    } else if (plain !== null) {
      readPlainly()
      socket.write(plain)
    }
  })
}
