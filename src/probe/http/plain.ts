import { validateHeaderName, validateHeaderValue } from "node:http"
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import { headOf, type Head } from "./head.ts"

/**
 * Fast path: most responses are simple, and parsing them directly is much cheaper than Node's HTTP client. Anything
 * irregular is null here and is parsed by that client from the same bytes.
 */
export type PlainHead = { head: Head; bodyAt: number; bodyLength: number }

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
const mostHead = 16_384
const endOfHead = Buffer.from("\r\n\r\n")
const statusLine = /^HTTP\/1\.1 ([2-5]\d\d) ([\t\x20-\x7e]*)$/
const headerLine =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*((?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?)$/
/** Headers that change how the rest is parsed. */
const framing = /^(transfer-encoding|upgrade|trailer)$/

type Asked = { method: string; path: string; headers: Record<string, string>; body: string }

/**
 * The request as bytes; null if Node's client must write it.
 * @throws {TypeError} Node's own, for a header that cannot be sent.
 */
export function plainRequest({ method, path, headers, body }: Asked): Buffer | null {
  if (!methods.has(method)) return null
  let text = `${method} ${path} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(headers)) {
    if (framing.test(name.toLowerCase())) return null
    validateHeaderName(name)
    validateHeaderValue(name, value)
    text += `${name}: ${value}\r\n`
  }
  const head = Buffer.from(`${text}\r\n`, "latin1")
  return body === "" ? head : Buffer.concat([head, Buffer.from(body)])
}

/** A complete HTTP/1.1 head with one Content-Length and nothing irregular. */
export function readPlainHead(bytes: Buffer, method: string): PlainHead | null {
  const end = bytes.indexOf(endOfHead)
  if (end === -1 || end > mostHead) return null
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n")
  const [, status, message = ""] = statusLine.exec(first) ?? []
  if (status === undefined || status === "204" || status === "304") return null
  const raw: string[] = []
  let length: string | null = null
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined) return null
    const lower = name.toLowerCase()
    if (framing.test(lower)) return null
    if (lower === "connection" && !/^(close|keep-alive)$/i.test(value)) return null
    if (lower === "content-length") {
      // Repeated, it may stand for one if all are equal (RFC 9110, 8.6).
      const lengths = new Set(value.split(",").map((one) => one.trim()))
      const [one = ""] = lengths
      if (lengths.size > 1 || !/^\d{1,15}$/.test(one) || (length ?? one) !== one) return null
      length = one
    }
    raw.push(name, value)
  }
  if (length === null) return null
  const bodyLength = method === "HEAD" ? 0 : Number(length)
  return {
    head: headOf(`HTTP/1.1 ${status} ${message}`, Number(status), raw),
    bodyAt: end + endOfHead.length,
    bodyLength,
  }
}

/** Replays the bytes read so far; ignores what is written, because it was already sent. */
export function replay(socket: Socket, bytes: Buffer): Duplex {
  const again = new Duplex({
    read: () => void socket.resume(),
    write: (_chunk, _encoding, done) => done(),
  })
  again.push(bytes)
  socket.on("data", (chunk: Buffer) => {
    if (!again.push(chunk)) socket.pause()
  })
  socket.once("end", () => again.push(null))
  // The caller watches the socket itself.
  again.on("error", () => undefined)
  return again
}
