import type { Operation } from "../operation.ts"
import { problems, type ProblemCode } from "../../http/problems.ts"
import { longestDetail, mostFaults } from "../../http/refusal.ts"
import type { Json } from "./schemas.ts"

const header = (description: string, schema: Json, example: unknown): Json => ({
  description,
  schema,
  example,
})
const text: Json = { type: "string", maxLength: 1000 }
const count: Json = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const headers = {
  "X-Request-Id": header(
    "Id of this request in the logs.",
    { type: "string", format: "uuid" },
    "01937f63-1f20-7000-8000-6c0d9a7b5e12",
  ),
  "RateLimit-Policy": header(
    "Limits of the plan: q requests per w seconds, for the minute and the month.",
    text,
    '"minute";q=300;w=60, "month";q=100000;w=2592000',
  ),
  RateLimit: header(
    "What is left: r requests, and t seconds until the full quota is available again.",
    text,
    '"minute";r=299;t=60, "month";r=99999;t=803704',
  ),
  "X-RateLimit-Limit": header(
    "Requests allowed per minute or per month, whichever has less left.",
    count,
    300,
  ),
  "X-RateLimit-Remaining": header("Requests left in that minute or month.", count, 299),
  "X-RateLimit-Reset": header(
    "When that minute or month ends, in seconds since 1970.",
    count,
    1_795_279_557,
  ),
  "Retry-After": header("Seconds to wait before retrying.", count, 12),
  "Idempotency-Replayed": header(
    "Present if this is the stored response to an earlier request with the same key.",
    { type: "string", const: "true" },
    "true",
  ),
  "WWW-Authenticate": header("How to authenticate.", text, "Bearer"),
} as const

type HeaderName = keyof typeof headers

const counted: HeaderName[] = [
  "X-Request-Id",
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
]

/** Responses sent before the key is checked have no rate limit headers. */
const early = new Set([401, 408, 431])
const beside: Partial<Record<number, HeaderName[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
}

const refer = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const headersOfSuccess = ({ method }: Operation): Json =>
  refer(method === "POST" ? [...counted, "Idempotency-Replayed"] : counted)

const always: ProblemCode[] = [
  "validation_failed",
  "unauthorized",
  "insufficient_scope",
  "rate_limited",
  "request_timeout",
  "headers_too_large",
  "internal_error",
  "unavailable",
]

/** Every problem code an operation can return. */
function problemsOf(operation: Operation): ProblemCode[] {
  const { method, path, body } = operation
  const codes = new Set([...always, ...operation.problems])
  if (operation.isFree) codes.delete("rate_limited")
  if (path.includes("{")) codes.add("not_found")
  if (method !== "GET") codes.add("plan_required").add("payload_too_large")
  if (body !== null) codes.add("unsupported_media_type")
  if (method === "POST") codes.add("idempotency_in_progress").add("idempotency_key_reused")
  return [...codes]
}

/** Collects error responses for components.responses, each once. */
export function createRefusals(baseUrl: string) {
  const named: Record<string, Json> = {}

  /** Error responses of an operation by status. */
  function write(operation: Operation): Json {
    const byStatus = new Map<number, ProblemCode[]>()
    for (const code of problemsOf(operation)) {
      const { status } = problems[code]
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
    const sorted = [...byStatus].toSorted(([one], [other]) => one - other)
    return Object.fromEntries(
      sorted.map(([status, codes]) => {
        const name = codes.map(inPascalCase).join("Or")
        named[name] ??= refusal(baseUrl, status, codes)
        return [status, { $ref: `#/components/responses/${name}` }]
      }),
    )
  }

  return { write, named }
}

const inPascalCase = (code: string): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_found, letter: string) => letter.toUpperCase())

function refusal(baseUrl: string, status: number, codes: ProblemCode[]): Json {
  const names = [...(early.has(status) ? counted.slice(0, 1) : counted), ...(beside[status] ?? [])]
  if (codes.includes("idempotency_in_progress")) names.push("Retry-After")
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].when}`).join("\n\n"),
    headers: refer(names),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: example(baseUrl, code) }]),
        ),
      },
    },
  }
}

const example = (baseUrl: string, code: ProblemCode): Json => ({
  type: `${baseUrl}/docs/api/problems/${code}`,
  title: problems[code].title,
  status: problems[code].status,
  detail: problems[code].when,
  instance: "/v1/monitors",
  code,
  request_id: "01937f63-1f20-7000-8000-6c0d9a7b5e12",
})

const clipped: Json = { type: "string", maxLength: longestDetail }

/** RFC 9457 with extension members. */
export const problemSchema: Json = {
  type: "object",
  description: "A problem document (RFC 9457). Branch on code; detail is for people.",
  required: ["type", "title", "status", "detail", "instance", "code", "request_id"],
  properties: {
    type: { type: "string", format: "uri", description: "A page that explains the code." },
    title: { type: "string", maxLength: 200 },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { ...clipped, description: "What is wrong, and what to do instead." },
    instance: { type: "string", maxLength: 16_384, description: "The requested path." },
    code: { type: "string", enum: Object.keys(problems) },
    request_id: { type: "string", format: "uuid" },
    errors: {
      type: "array",
      maxItems: mostFaults,
      description: "One entry for each invalid value.",
      items: {
        type: "object",
        required: ["detail"],
        properties: {
          detail: clipped,
          pointer: { ...clipped, description: "A JSON pointer into the body, as in #/name." },
          parameter: { ...clipped, description: "The name of a path or query parameter." },
          header: { ...clipped, description: "The name of a header." },
        },
        oneOf: [{ required: ["pointer"] }, { required: ["parameter"] }, { required: ["header"] }],
      },
    },
  },
}
