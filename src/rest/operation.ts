import type { DocumentNode } from "graphql"
import type { TadaDocumentNode } from "gql.tada"
import { z } from "zod"
import type { Scope } from "../graphql/kernel/access.ts"
import type { ProblemCode } from "../http/problems.ts"
import { cursorLength, mostRows } from "./read-query.ts"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** One operation of /v1 as data: the router, the handler, the OpenAPI document and the tests read the same. */
export type Operation = {
  /** Its operationId, in camel case. */
  id: string
  method: Method
  /** For example /v1/monitors/{monitor_id}/mute; each parameter is a UUID. */
  path: string
  tag: Tag
  summary: string
  description: string
  scope: Scope
  /** Further scopes the response needs; granted implicitly, so that a key needs only `scope`. */
  reads: readonly Scope[]
  /** Query parameters by name. */
  query: z.ZodObject
  body: Body | null
  document: DocumentNode
  /** True for paginated lists, which also take limit and after. */
  isList: boolean
  status: 200 | 201 | 204
  /** Null if the response has no body. */
  answer: { schema: z.ZodType; example: unknown } | null
  /** Problem codes besides those of every operation. */
  problems: readonly ProblemCode[]
  /** True if it does not count and is never rate limited. */
  isFree: boolean
  /**
   * Names of GraphQL arguments that differ here by more than letter case. The argument that is
   * the whole body maps to an empty name.
   */
  names: Record<string, string>
  toVariables(given: Given): Record<string, unknown>
  toAnswer(data: unknown): Result
}

export type Tag =
  | "Monitors"
  | "Incidents"
  | "Alerts"
  | "Scheduled maintenances"
  | "Status pages"
  | "On-call"
  | "Webhook endpoints"
  | "Usage"

export type Body = { schema: z.ZodType; example: unknown; maxBytes: number }

/** A parsed and validated request. */
export type Given = {
  projectId: string
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  page: Page
}

export type Page = { first: number; after: string | null }

/** `endCursor` is where the next page starts; null on the last page. */
export type Result =
  | { kind: "body"; body: unknown }
  | { kind: "page"; data: unknown[]; endCursor: string | null }

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : unknown

type GivenTo<Path extends string, Q extends z.ZodObject, B extends z.ZodType> = {
  projectId: string
  params: ParamsOf<Path>
  query: z.output<Q>
  body: z.output<B>
  page: Page
}

type Shared<Path extends string, Q extends z.ZodObject, B extends z.ZodType, R, V> = {
  id: string
  method: Method
  path: Path
  tag: Tag
  summary: string
  description: string
  scope: Scope
  reads?: readonly Scope[]
  query?: Q
  body?: { schema: B; example: z.input<B>; maxBytes?: number }
  document: TadaDocumentNode<R, V>
  problems?: readonly ProblemCode[]
  isFree?: boolean
  names?: Record<string, string>
  variables(given: GivenTo<Path, Q, B>): V
}

/** Default limit of the body size, in bytes. */
export const mebibyte = 1024 * 1024

/** An operation that returns one object, or nothing. */
export function operation<
  Path extends string,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R,
  V extends object,
  A extends z.ZodType,
>(
  definition: Shared<Path, Q, B, R, V> & {
    status: 200 | 201 | 204
    answer: { schema: A; example: z.input<A>; of(data: R): z.input<A> } | null
  },
): Operation {
  const { answer, status } = definition
  return {
    ...erased(definition),
    isList: false,
    status,
    answer: answer && { schema: answer.schema, example: answer.example },
    toAnswer: (data) => ({
      kind: "body",
      // The executor returns the shape of the document's type.
      body: answer === null ? null : answer.of(data as R),
    }),
  }
}

type Connection<Node> = {
  edges: readonly { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** An operation that returns pages: `{data, has_more, next_cursor}`. */
export function list<
  Path extends string,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R,
  V extends object,
  Node,
  A extends z.ZodType,
>(
  definition: Omit<Shared<Path, Q, B, R, V>, "method" | "body"> & {
    connection(data: R): Connection<Node> | null | undefined
    item: { schema: A; example: z.input<A>; of(node: Node): z.input<A> }
  },
): Operation {
  const { connection, item } = definition
  return {
    ...erased({ ...definition, method: "GET" }),
    isList: true,
    status: 200,
    answer: {
      schema: z.object({
        data: z.array(item.schema).max(mostRows),
        has_more: z.boolean().describe("Whether another page follows."),
        next_cursor: z
          .string()
          .max(cursorLength)
          .nullable()
          .describe(
            "Send it as after, with the same parameters, to get the next page. null on the last page.",
          ),
      }),
      example: { data: [item.example], has_more: false, next_cursor: null },
    },
    toAnswer: (data) => {
      const found = connection(data as R)
      if (found === null || found === undefined) throw new Error("a list was returned without rows")
      const { edges, pageInfo } = found
      return {
        kind: "page",
        data: edges.map(({ node }) => item.of(node)),
        endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
      }
    },
  }
}

/** The common part of both kinds with its types erased; the handler passes only values that zod has parsed. */
function erased<Path extends string, Q extends z.ZodObject, B extends z.ZodType, R, V>({
  id,
  method,
  path,
  tag,
  summary,
  description,
  scope,
  reads = [],
  query,
  body,
  document,
  problems = [],
  isFree = false,
  names = {},
  variables,
}: Shared<Path, Q, B, R, V>) {
  return {
    id,
    method,
    path,
    tag,
    summary,
    description,
    scope,
    reads,
    problems,
    isFree,
    names,
    query: query ?? z.object({}),
    body: body === undefined ? null : { maxBytes: mebibyte, ...body },
    document,
    toVariables: (given: Given) =>
      variables(given as GivenTo<Path, Q, B>) as Record<string, unknown>,
  }
}

/** A boolean query parameter, false by default. */
export const flag = (description: string) =>
  z
    .enum(["true", "false"], { error: "must be true or false" })
    .default("false")
    .describe(description)

/** GraphQL enum values in lower case. */
export const lower = <T extends string>(name: T) => name.toLowerCase() as Lowercase<T>

/** A time in a response. */
const momentRule = "must be a time such as 2026-11-21T09:30:00Z"

/** A time in a request. */
export const givenMoment = z.iso
  .datetime({ offset: true, error: momentRule })
  // At most nanosecond precision, like the GraphQL DateTime.
  .refine((text) => !/\.\d{10}/.test(text), momentRule)
