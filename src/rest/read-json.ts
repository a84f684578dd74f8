import type { IncomingHttpHeaders } from "node:http"
import type { z } from "zod"
import { isMissing, pointerTo, required } from "../graphql/kernel/input.ts"
import type { Body } from "./operation.ts"
import { refuseFaults, Refusal, type Fault } from "../http/refusal.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })
const mostFaults = 20

/**
 * Parses and validates the body; null if the operation takes none.
 *
 * @throws {Refusal} unsupported_media_type, or validation_failed naming each member at fault.
 */
export function readJson(
  expected: Body | null,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): unknown {
  if (expected === null) {
    if (bytes.length === 0 || isEmptyObject(bytes)) return null
    throw refuseFaults([
      { pointer: "#", detail: "must be omitted or be {}: this operation takes no body" },
    ])
  }
  const example = JSON.stringify(expected.example)
  if (bytes.length === 0) {
    throw refuseFaults([
      { pointer: "#", detail: `must not be empty; send JSON, for example ${example}` },
    ])
  }
  requireJson(headers)
  const given = parseText(bytes, example)
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw refuseFaults([{ pointer: "#", detail: `must be an object, for example ${example}` }])
  }
  const parsed = expected.schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw refuseFaults(
    parsed.error.issues.slice(0, mostFaults).flatMap((issue) => toFaults(issue, given)),
  )
}

/** Sent by clients that always send JSON. */
const isEmptyObject = (bytes: Buffer): boolean =>
  bytes.length < 100 && /^\s*\{\s*\}\s*$/.test(bytes.toString())

/** RFC 8259: JSON is UTF-8, and application/json has no charset. */
function requireJson(headers: IncomingHttpHeaders): void {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").split(";")
  const isJson = type.trim().toLowerCase() === "application/json"
  const isUtf8 = parameters.every((one) => !/^\s*charset\s*=\s*(?!"?utf-8"?\s*$)/i.test(one))
  if (!isJson || !isUtf8) {
    throw new Refusal(
      "unsupported_media_type",
      "Send the body as JSON in UTF-8, with the header Content-Type: application/json.",
    )
  }
  const encoding = headers["content-encoding"]
  if (encoding !== undefined && encoding !== "identity") {
    throw new Refusal("unsupported_media_type", "Send the body without a content encoding.")
  }
}

function parseText(bytes: Buffer, example: string): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    throw refuseFaults([{ pointer: "#", detail: `must be JSON in UTF-8, for example ${example}` }])
  }
}

function toFaults(issue: z.core.$ZodIssue, given: object): Fault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, mostFaults).map((key) => ({
      pointer: pointerTo([...issue.path, key.slice(0, 100)]),
      detail: "is an unknown field",
    }))
  }
  return [
    { pointer: pointerTo(issue.path), detail: isMissing(issue, given) ? required : issue.message },
  ]
}
