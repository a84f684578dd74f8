import type { IncomingHttpHeaders } from "node:http"
import type { z } from "zod"
import { pointerTo } from "../graphql/input.ts"
import type { Body } from "./operation.ts"
import type { Fault } from "./refusal.ts"
import { refuseFaults, Refusal } from "./refusal.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })
const mostFaults = 20

/**
 * The body as the operation reads it; null where it takes none.
 *
 * @throws {Refusal} unsupported_media_type, or validation_failed naming each member at fault.
 */
export function readJson(
  expected: Body | null,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): unknown {
  if (expected === null) {
    if (bytes.length === 0) return null
    throw refuseFaults([{ pointer: "#", detail: "must be left out: this operation takes no body" }])
  }
  const example = JSON.stringify(expected.example)
  if (bytes.length === 0) {
    throw refuseFaults([{ pointer: "#", detail: `must not be empty; send JSON as in ${example}` }])
  }
  requireJson(headers)
  const given = parseText(bytes, example)
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw refuseFaults([{ pointer: "#", detail: `must be an object, as in ${example}` }])
  }
  const parsed = expected.schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw refuseFaults(parsed.error.issues.slice(0, mostFaults).flatMap(toFaults))
}

/** RFC 8259: JSON is UTF-8, and application/json knows no charset. */
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
    throw refuseFaults([{ pointer: "#", detail: `must be JSON in UTF-8, as in ${example}` }])
  }
}

function toFaults(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, mostFaults).map((key) => ({
      pointer: pointerTo([...issue.path, key.slice(0, 100)]),
      detail: "is not a member that is known here",
    }))
  }
  return [{ pointer: pointerTo(issue.path), detail: issue.message }]
}
