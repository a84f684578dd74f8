import type { IncomingMessage } from "node:http"
import { asWritten, type Finding } from "../../findings/finding.ts"
import { clip, quote, storable } from "../compare.ts"

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
  const of = announced === undefined ? "" : ` of ${announced}`
  return [asWritten(`The response body (status ${status}) was cut off after ${length}${of} bytes.`)]
}

/** What had arrived when the time was up. */
type Arrived = { head: Head | null; length: number; interim: number; firstByteMs: number | null }

export const timeoutFindings = (arrived: Arrived, ms: number): Finding[] => [
  asWritten(timeoutWords(arrived, ms)),
]

function timeoutWords({ head, length, interim, firstByteMs }: Arrived, ms: number): string {
  const after = `${(ms / 1000).toFixed(1)} s after the request`
  if (head !== null) return `The response body was incomplete (${length} bytes) ${after}.`
  if (interim > 0) return `Only interim responses (1xx) were received ${after}.`
  if (firstByteMs !== null) return `The response head was incomplete ${after}.`
  return `No response was received ${after}.`
}

/** Of 1xx. */
export const mostInterim = 100
export const interimFindings = [
  asWritten(`The server sent more than ${mostInterim} interim responses (1xx).`),
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
    const findings = [asWritten("The response head is larger than the limit of 64 KiB.")]
    return { findings, isWorthLeniency: false }
  }
  if (isHttp2(firstBytes)) {
    const findings = [asWritten("The server speaks only HTTP/2.")]
    return { findings, isWorthLeniency: false, isHttp2: true }
  }
  // A TLS alert: record type 21, version 3.x.
  if (firstBytes[0] === 21 && firstBytes[1] === 3) {
    const findings = [asWritten("This port uses TLS. Use https:// instead of http://.")]
    return { findings, isWorthLeniency: false }
  }
  const begin = clip(firstBytes.subarray(0, 80).toString("latin1").replace(/\s+/g, " ").trim())
  const words = `The response is not valid HTTP (${code.slice(4)}). It starts with ${quote(begin)}.`
  return { findings: [asWritten(words)], isWorthLeniency: true }
}
