import type { IncomingMessage } from "node:http"
import type { Finding } from "../../findings/finding.ts"
import { clip, storable } from "../compare.ts"

export type Head = {
  status: number
  /** Names in lower case, with every value sent. */
  headers: ReadonlyMap<string, string[]>
  /** Status line and headers as text. */
  text: string
}

export function readHead({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage) {
  const status = statusCode ?? 0
  return headOf(`HTTP/${httpVersion} ${status} ${statusMessage}`, status, rawHeaders)
}

/** `raw` holds names and values alternately. */
export function headOf(statusLine: string, status: number, raw: string[]): Head {
  const headers = new Map<string, string[]>()
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const key = raw[index]?.toLowerCase() ?? ""
    const value = headerText(raw[index + 1] ?? "")
    const known = headers.get(key)
    if (known === undefined) headers.set(key, [value])
    else known.push(value)
  }
  return {
    status,
    headers,
    // Lazy: only needed for responses stored as evidence.
    get text() {
      const lines = [statusLine.trimEnd()]
      for (let index = 0; index + 1 < raw.length; index += 2) {
        lines.push(`${raw[index]}: ${headerText(raw[index + 1] ?? "")}`)
      }
      return storable(lines.join("\n"))
    },
  }
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true })

/** A header as text: UTF-8 if its bytes are valid, as most servers send it, or else Latin-1. */
function headerText(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1
  try {
    return strictUtf8.decode(Buffer.from(latin1, "latin1"))
  } catch {
    // RFC 9110, 5.5: historically ISO-8859-1.
    return latin1
  }
}

/** Describes a body that ended before its length or last chunk. */
export function cutFindings({ status, headers }: Head, length: number): Finding[] {
  const [announced] = headers.get("content-length") ?? []
  const parameters = { status, bytes: length, of: announced === undefined ? null : clip(announced) }
  return [{ code: "body_cut_off", parameters }]
}

/** What had arrived when the time was up. */
type Arrived = { head: Head | null; length: number; interim: number; firstByteMs: number | null }

export function timeoutFindings(
  { head, length, interim, firstByteMs }: Arrived,
  afterMs: number,
): Finding[] {
  if (head !== null) return [{ code: "body_incomplete", parameters: { bytes: length, afterMs } }]
  if (interim > 0) return [{ code: "only_interim_responses", parameters: { afterMs } }]
  if (firstByteMs !== null) return [{ code: "head_incomplete", parameters: { afterMs } }]
  return [{ code: "no_response", parameters: { afterMs } }]
}

/** Of 1xx. */
export const mostInterim = 100
export const interimFindings: Finding[] = [
  { code: "too_many_interim_responses", parameters: { most: mostInterim } },
]

/** A frame that begins a connection of HTTP/2: SETTINGS, or GOAWAY to a request of HTTP/1.1 (RFC 9113, 4.1). */
const isHttp2 = (bytes: Buffer): boolean =>
  bytes.length >= 9 &&
  bytes[0] === 0 &&
  (bytes[3] === 4 || bytes[3] === 7) &&
  bytes.readUInt32BE(5) === 0

type Parsed = { findings: Finding[]; isWorthLeniency: boolean; isHttp2?: boolean }

/** Explains a parser error, and whether a lenient parser may accept the response. */
export function parserFault(code: string, firstBytes: Buffer): Parsed {
  if (code === "HPE_HEADER_OVERFLOW") {
    return { findings: [{ code: "head_too_large", parameters: {} }], isWorthLeniency: false }
  }
  if (isHttp2(firstBytes)) {
    const findings: Finding[] = [{ code: "only_http2", parameters: {} }]
    return { findings, isWorthLeniency: false, isHttp2: true }
  }
  // A TLS alert: record type 21, version 3.x.
  if (firstBytes[0] === 21 && firstBytes[1] === 3) {
    return { findings: [{ code: "port_uses_tls", parameters: {} }], isWorthLeniency: false }
  }
  const begin = clip(firstBytes.subarray(0, 80).toString("latin1").replace(/\s+/g, " ").trim())
  const parameters = { errorCode: code.slice(4), begin }
  return { findings: [{ code: "not_http", parameters }], isWorthLeniency: true }
}
