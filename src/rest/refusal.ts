import type { OutgoingHttpHeaders } from "node:http"
import type { Teller } from "../graphql/present.ts"
import { present } from "../graphql/present.ts"
import type { ProblemCode } from "./problems.ts"
import { problems } from "./problems.ts"

/** What exactly is wrong: `pointer` into the body (RFC 6901 as a fragment), or a parameter's or header's name. */
export type Fault = { detail: string } & (
  | { pointer: string }
  | { parameter: string }
  | { header: string }
)

/** Headers without which a code would not be whole. */
const alwaysWith: Partial<Record<ProblemCode, OutgoingHttpHeaders>> = {
  unauthorized: { "www-authenticate": "Bearer" },
  rate_limited: { "retry-after": "5" },
  unavailable: { "retry-after": "5" },
}

/** What the server itself refuses, before the domain is asked. */
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

/** The status of a code of the domain; 500 for what is no such code. */
export const statusOf = (code: unknown): number =>
  isProblemCode(code) ? problems[code].status : 500

/** Anything thrown, as what the client may know of it; a fault of ours is logged on the way. */
export function asRefusal(error: unknown, teller: Teller): Refusal {
  if (error instanceof Refusal) return error
  const { message, extensions } = present(error, teller)
  const code = extensions?.["code"]
  return isProblemCode(code) ? new Refusal(code, message) : new Refusal("internal_error", message)
}

/** The same body for every refusal of a GraphQL endpoint. */
export const graphqlError = ({ message, code }: Refusal) => ({ message, extensions: { code } })

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
    detail: message,
    instance,
    code,
    request_id: requestId,
    ...(faults.length === 0 ? {} : { errors: faults }),
  })
