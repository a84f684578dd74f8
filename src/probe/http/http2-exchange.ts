import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from "node:http2"
import type { Finding } from "../../findings/finding.ts"
import type { FailureClass } from "../../graphql/monitoring/check/rules/check-result.ts"
import { ignore } from "../attempt.ts"
import { mostRead } from "../body-limits.ts"
import {
  cutFindings,
  headOf,
  interimFindings,
  mostInterim,
  timeoutFindings,
  type Head,
} from "./head.ts"
import {
  joined,
  nothing,
  unsendable,
  type Exchange,
  type ExchangeOptions,
} from "./http-exchange.ts"
import { notItsTurn } from "./large-bodies.ts"

/** Headers of HTTP/1.1 that HTTP/2 forbids (RFC 9113, 8.2.2). */
const forbidden = /^(host|connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade)$/i

/** One request and response over HTTP/2, for servers that speak nothing else. Never rejects. */
export async function exchangeHttp2(options: ExchangeOptions, scheme: string): Promise<Exchange> {
  try {
    const { session, request } = ask(options, scheme)
    return await converse(options, session, request)
  } catch (error) {
    options.socket.destroy()
    return { ...nothing, fault: unsendable(error) }
  }
}

/** @throws {TypeError} for headers that Node refuses. */
function ask({ socket, method, path, headers, body }: ExchangeOptions, scheme: string) {
  const all = Object.entries(headers)
  const [, host = "localhost"] = all.find(([name]) => /^host$/i.test(name)) ?? []
  const sent = all.filter(([name]) => !forbidden.test(name))
  const session = connect(`${scheme}://${host}`, {
    createConnection: () => socket,
    settings: { enablePush: false },
  })
  session.on("error", ignore)
  const request = session.request(
    {
      ":method": method,
      ":scheme": scheme,
      ":authority": host,
      ":path": path,
      ...Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
    },
    { endStream: body === "" },
  )
  if (body !== "") request.end(Buffer.from(body))
  return { session, request }
}

function converse(
  options: ExchangeOptions,
  session: ClientHttp2Session,
  request: ClientHttp2Stream,
): Promise<Exchange> {
  const { socket, clock, signal, mostBytes, largeBody } = options
  const from = clock.monotonicMs()
  const chunks: Buffer[] = []
  let head: Head | null = null
  let firstByteMs: number | null = null
  let length = 0
  let interim = 0
  let waitedMs = 0
  let waitsFromMs: number | null = null
  let isLarge = false

  return new Promise((resolve) => {
    let isSettled = false
    const settle = (whole: boolean, fault: Exchange["fault"] = null) => {
      if (isSettled) return
      isSettled = true
      signal.removeEventListener("abort", onAbort)
      if (waitsFromMs !== null) waitedMs += clock.monotonicMs() - waitsFromMs
      session.destroy()
      socket.destroy()
      const since = clock.monotonicMs() - from
      const transferMs = firstByteMs === null ? null : since - firstByteMs - waitedMs
      const body = joined(chunks).subarray(0, mostBytes)
      resolve({ ...nothing, fault, head, body, whole, firstByteMs, transferMs, waitedMs })
    }
    const fail = (failureClass: FailureClass, findings: Finding[]) =>
      settle(false, { class: failureClass, findings, isWorthLeniency: false })
    const onAbort = () => {
      if (waitsFromMs !== null) return fail("internal", notItsTurn)
      fail(
        "timeout",
        timeoutFindings({ head, length, interim, firstByteMs }, clock.monotonicMs() - from),
      )
    }
    /** The connection is closed, or the stream was reset. */
    const onGone = () => {
      if (head !== null) return fail("truncated", cutFindings(head, length))
      fail("reset", [{ code: "closed_without_response", parameters: {} }])
    }
    const onError = (error: NodeJS.ErrnoException) => {
      const { rstCode } = request
      const errorCode = rstCode === undefined ? undefined : resetNames[rstCode]
      if (errorCode !== undefined) {
        return fail("protocol", [{ code: "http2_stream_ended", parameters: { errorCode } }])
      }
      if (error.code?.startsWith("ERR_HTTP2_")) {
        const parameters = { errorCode: error.code.slice(10) }
        return fail("protocol", [{ code: "not_http2", parameters }])
      }
      onGone()
    }
    const waitForTurn = async () => {
      isLarge = true
      request.pause()
      waitsFromMs = clock.monotonicMs()
      const mayRead = await largeBody.enter(signal)
      if (isSettled || !mayRead) return
      waitedMs += clock.monotonicMs() - waitsFromMs
      waitsFromMs = null
      request.resume()
    }

    request.on("headers", () => {
      interim += 1
      if (interim > mostInterim) fail("protocol", interimFindings)
    })
    request.on("response", (answered) => {
      firstByteMs ??= clock.monotonicMs() - from
      head = readHead(answered)
      if (!options.wantsBody(head)) settle(false)
    })
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      if (length > mostBytes) return settle(false)
      if (length > mostRead && !isLarge) void waitForTurn()
    })
    // A stream that its connection ended with ends too, with the code of a reset.
    request.on("end", () => (head === null || request.rstCode ? onGone() : settle(true)))
    request.on("error", onError)
    request.on("close", onGone)
    session.on("error", onError)
    session.on("close", onGone)
    socket.on("error", ignore)
    signal.addEventListener("abort", onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

/** By error code (RFC 9113, 7); 0 is no error. */
const resetNames = [
  undefined,
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
  "INADEQUATE_SECURITY",
  "HTTP_1_1_REQUIRED",
]

function readHead(headers: IncomingHttpHeaders): Head {
  const status = Number(headers[":status"] ?? 0)
  const raw = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(":") || value === undefined ? [] : [value].flat().flatMap((one) => [name, one]),
  )
  return headOf(`HTTP/2 ${status}`, status, raw)
}
