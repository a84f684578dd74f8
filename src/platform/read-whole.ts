import type { Document } from "../findings/codes/fetch.ts"
import type { Finding } from "../findings/finding.ts"
import type { ClientRequest, IncomingMessage } from "node:http"
import { FindingError } from "../findings/finding-error.ts"
import { readUntil } from "./read-until.ts"

export type WholeAnswer = { status: number; headers: IncomingMessage["headers"]; text: string }

type Limits = {
  what: Document
  mostBytes: number
  totalMs: number
  signal: AbortSignal
  fault(finding: Finding): Error
}

/** Sends a request and reads its whole answer. @throws what `fault` makes of a finding for the owner. */
export async function readWhole(
  request: ClientRequest,
  { what, mostBytes, totalMs, signal, fault }: Limits,
): Promise<WholeAnswer> {
  const ended = Promise.withResolvers<WholeAnswer>()
  const fail = (finding: Finding) => ended.reject(fault(finding))
  const end = () =>
    fail({ code: "document_host_silent", parameters: { what, seconds: totalMs / 1000 } })
  signal.addEventListener("abort", end, { once: true })
  request.on("error", (error) => {
    const { message } = error
    fail(
      error instanceof FindingError
        ? error.finding
        : { code: "document_host_unreachable", parameters: { what, error: message } },
    )
  })
  request.on("response", (response) => {
    const { statusCode: status = 0, headers } = response
    void readUntil(response, { signal, mostBytes }).then(({ bytes, how }) => {
      if (how === "end") ended.resolve({ status, headers, text: bytes.toString("utf8") })
      else if (how === "too_large") {
        fail({ code: "document_too_large", parameters: { what, mostBytes } })
      } else if (how === "aborted") end()
      else fail({ code: "document_cut_off", parameters: { what } })
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
