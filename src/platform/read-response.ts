import type { IncomingMessage } from "node:http"
import { readUntil } from "./read-until.ts"

const mostRead = 64 * 1024
const mostKept = 4 * 1024
/** The status is already known; the body is only for the log and must not hold a slot for long. */
const bodyMs = 250

export type Answer = { responseHeaders: string; responseBody: string }

/**
 * Reads a response body for the log, until its end, 64 KiB or 250 ms, and keeps the first 4 KiB of headers and
 * body. Never throws, because only the status counts.
 */
export async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const signal = AbortSignal.timeout(bodyMs)
  const { bytes } = await readUntil(response, { signal, mostBytes: mostRead, keptBytes: mostKept })
  response.destroy()
  return { responseHeaders: headersOf(response), responseBody: keep(bytes) }
}

function headersOf({ rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ""}`] : [],
  )
  return keep(Buffer.from(lines.join("\n")))
}

/** PostgreSQL stores no NUL. */
const keep = (bytes: Buffer): string =>
  bytes.subarray(0, mostKept).toString().replaceAll("\u0000", "\uFFFD")
