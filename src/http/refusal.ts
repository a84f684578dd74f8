import type { OutgoingHttpHeaders } from "node:http"
import { formatError, type ErrorContext } from "../graphql/kernel/format-error.ts"
import { problems, type ProblemCode } from "./problems.ts"

/** An invalid value: a `pointer` into the body (RFC 6901 fragment), or the name of a parameter or header. */
export type Fault = { detail: string } & (
  | { pointer: string }
  | { parameter: string }
  | { header: string }
)

/** Headers required by a code. */
const alwaysWith: Partial<Record<ProblemCode, OutgoingHttpHeaders>> = {
  unauthorized: { "www-authenticate": "Bearer" },
  rate_limited: { "retry-after": "5" },
  unavailable: { "retry-after": "5" },
}

/** An error response. */
export class Refusal extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly headers: OutgoingHttpHeaders
  readonly faults: Fault[]

  constructor(
    code: ProblemCode,
    detail: string,
    headers: OutgoingHttpHeaders = {},
    faults: Fault[] = [],
  ) {
    super(detail)
    this.status = problems[code].status
    this.code = code
    this.headers = { ...alwaysWith[code], ...headers }
    this.faults = faults
  }
}

/** @returns a `validation_failed` whose detail is that of its first fault. */
export function refuseFaults(faults: Fault[]): Refusal {
  const [first] = faults
  const detail = first === undefined ? "The request is not valid." : sentence(first)
  return new Refusal("validation_failed", detail, {}, faults)
}

function sentence(fault: Fault): string {
  const place =
    "pointer" in fault
      ? fault.pointer
      : "parameter" in fault
        ? `parameter ${fault.parameter}`
        : `header ${fault.header}`
  return `The request is not valid: ${place} ${fault.detail}.`
}

export const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === "string" && Object.hasOwn(problems, code)

/** HTTP status of a code; 500 for unknown codes. */
export const statusOf = (code: unknown): number =>
  isProblemCode(code) ? problems[code].status : 500

/** Converts an error to what the client may see; internal errors are logged. */
export function asRefusal(error: unknown, errorContext: ErrorContext): Refusal {
  if (error instanceof Refusal) return error
  const { message, extensions } = formatError(error, errorContext)
  const code = extensions?.["code"]
  return isProblemCode(code) ? new Refusal(code, message) : new Refusal("internal_error", message)
}

/** Error body of the GraphQL endpoints. */
export const graphqlError = ({ message, code }: Refusal) => ({ message, extensions: { code } })

/** Limits how much of a request a response repeats. */
export const longestDetail = 2000
export const mostFaults = 100

const clip = (text: string): string =>
  text.length <= longestDetail ? text : text.slice(0, longestDetail).toWellFormed()

const clipped = (fault: Fault): Record<string, string> =>
  Object.fromEntries(Object.entries(fault).map(([name, text]) => [name, clip(text)]))

/** RFC 9457. */
export const problemBody = (
  { message, code, status, faults }: Refusal,
  baseUrl: string,
  instance: string,
  requestId: string,
): string =>
  JSON.stringify({
    type: `${baseUrl}/docs/api/problems/${code}`,
    title: problems[code].title,
    status,
    detail: clip(message),
    instance,
    code,
    request_id: requestId,
    ...(faults.length === 0 ? {} : { errors: faults.slice(0, mostFaults).map(clipped) }),
  })
