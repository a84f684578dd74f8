import type { DocumentNode } from "graphql"
import type { TadaDocumentNode } from "gql.tada"
import { z } from "zod"
import type { Scope } from "../graphql/access.ts"
import type { ProblemCode } from "./problems.ts"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** One operation of /v1 as data: the router, the handler, the OpenAPI document and the tests read the same. */
export type Operation = {
  /** Its operationId, in camel case. */
  id: string
  method: Method
  /** Such as /v1/monitors/{monitor_id}/mute; each parameter is a UUID. */
  path: string
  tag: Tag
  summary: string
  description: string
  scope: Scope
  /** What its answer reads beside that: a part of it, so that a key needs the one scope alone. */
  reads: readonly Scope[]
  /** Each member reads the text of one query parameter. */
  query: z.ZodObject
  body: Body | null
  document: DocumentNode
  /** True for pages: it takes limit and after, which are not among `query`. */
  isList: boolean
  status: 200 | 201 | 204
  /** Null where an answer has no body. */
  answer: { schema: z.ZodType; example: unknown } | null
  /** Codes beyond those that every operation can answer. */
  problems: readonly ProblemCode[]
  /** True where it counts nothing and is never refused for its rate. */
  isFree: boolean
  /**
   * Members of the domain's input that are not called the same here, but for the letter case. The one that is
   * the whole body has no name.
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

/** What a request says, read and found valid. */
export type Given = {
  projectId: string
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  page: Page
}

export type Page = { first: number; after: string | null }

/** `endCursor`: where the next page begins; null on the last. Only lists have one. */
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

/** The most that a body may be, where an operation names no other bound. */
export const mebibyte = 1024 * 1024

/** An operation that answers one thing, or nothing. */
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
      // The executor answers a document in the shape that its type tells.
      body: answer === null ? null : answer.of(data as R),
    }),
  }
}

type Connection<Node> = {
  edges: readonly { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** An operation that answers pages: `{data, has_more, next_cursor}`. */
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
        data: z.array(item.schema),
        has_more: z.boolean().describe("Whether another page follows."),
        next_cursor: z
          .string()
          .nullable()
          .describe(
            "Send it as after, with the same parameters, for the next page; null on the last.",
          ),
      }),
      example: { data: [item.example], has_more: false, next_cursor: null },
    },
    toAnswer: (data) => {
      const found = connection(data as R)
      if (found === null || found === undefined) throw new Error("a list was answered without rows")
      const { edges, pageInfo } = found
      return {
        kind: "page",
        data: edges.map(({ node }) => item.of(node)),
        endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
      }
    },
  }
}

/** What both kinds share, with the types of one operation forgotten: the handler gives what zod has read. */
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

/** A query parameter that is the text true or false; false where it is left out. */
export const flag = (description: string) =>
  z
    .enum(["true", "false"], { error: "must be true or false" })
    .default("false")
    .describe(description)

/** Names are lower case here and upper case in the schema; documents of ours answer them as rows have them. */
export const lower = <T extends string>(name: T) => name.toLowerCase() as Lowercase<T>

/** A moment as every answer writes it. */
export const moment = z.iso.datetime()

const momentRule = "must be a moment such as 2026-11-21T09:30:00Z"

/** A moment as a request may write it. */
export const givenMoment = z.iso
  .datetime({ offset: true, error: momentRule })
  // As the schema reads it: to the nanosecond at most.
  .refine((text) => !/\.\d{10}/.test(text), momentRule)

/** A name with its colour, as states, severities and statuses are shown. */
export const colored = z.object({
  name: z.string(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
})
