import type { IncomingMessage } from "node:http"

const mostRead = 64 * 1024
const mostKept = 4 * 1024

export type Answer = { responseHeaders: string; responseBody: string }

/**
 * Reads an answer to its end, its first 64 KiB or the end of its connection, whichever comes first, and keeps
 * the first 4 KiB of its headers and of its body. It never throws: the status has said what counts.
 */
export function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const done = () =>
      resolve({ responseHeaders: headersOf(response), responseBody: keep(Buffer.concat(chunks)) })
    response.on("data", (chunk: Buffer) => {
      if (size < mostKept) chunks.push(chunk)
      size += chunk.length
      if (size >= mostRead) response.destroy()
    })
    response.on("error", done)
    response.on("close", done)
  })
}

function headersOf({ rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ""}`] : [],
  )
  return keep(Buffer.from(lines.join("\n")))
}

/** PostgreSQL's text knows no NUL. */
const keep = (bytes: Buffer): string =>
  bytes.subarray(0, mostKept).toString().replaceAll("\u0000", "\uFFFD")
