import type { OutgoingHttpHeaders } from "node:http"
import type { ErrorCode } from "../graphql/errors.ts"
import type { Teller } from "../graphql/present.ts"
import { present } from "../graphql/present.ts"

/** What the server itself refuses, before the domain is asked. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: OutgoingHttpHeaders

  constructor(status: number, code: string, detail: string, headers: OutgoingHttpHeaders = {}) {
    super(detail)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

const statuses: Record<ErrorCode, number> = {
  validation_failed: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  plan_required: 403,
  plan_limit_exceeded: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  unavailable: 503,
  internal_error: 500,
}

const extraHeaders: Partial<Record<ErrorCode, OutgoingHttpHeaders>> = {
  unauthorized: { "www-authenticate": "Bearer" },
  unavailable: { "retry-after": "5" },
}

/** The status of a code of the domain; 500 for what is no such code. */
export const statusOf = (code: unknown): number => statuses[code as ErrorCode] ?? 500

/** Anything thrown, as what the client may know of it; a fault of ours is logged on the way. */
export function asRefusal(error: unknown, teller: Teller): Refusal {
  if (error instanceof Refusal) return error
  const { message, extensions } = present(error, teller)
  const code = String(extensions?.["code"]) as ErrorCode
  return new Refusal(statusOf(code), code, message, extraHeaders[code])
}

/** The same body for every refusal of a GraphQL endpoint. */
export const graphqlError = ({ message, code }: Refusal) => ({ message, extensions: { code } })

/** RFC 9457. */
export const problemBody = (
  { message, code, status }: Refusal,
  baseUrl: string,
  instance: string,
  requestId: string,
): string =>
  JSON.stringify({
    type: `${baseUrl}/docs/api/problems/${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance,
    code,
    request_id: requestId,
  })

const titleOf = (code: string): string =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " ")
