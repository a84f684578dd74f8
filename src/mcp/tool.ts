import type { TadaDocumentNode } from "gql.tada"
import { z } from "zod"
import type { KeyScope } from "../graphql/kernel/access.ts"
import type { Run } from "./run-document.ts"

/** Who a call is for, and its arguments, parsed. */
export type Call<A = Record<string, unknown>> = {
  projectId: string
  now: Date
  /** Whether the caller is limited to monitors with certain labels. */
  isLimited: boolean
  args: A
}

/** What a change would do, and the state it was planned on: a few short values by name. */
export type Planned = {
  state: Record<string, string | null>
  changes: string[]
  notifies: string[]
}

/** A page of rows; the cursor of each, so that a long answer can end earlier. */
export type Place = { cursors: string[]; end: string | null }

/** One MCP tool as data: the server, the docs page and the tests read the same. */
export type Tool = {
  name: string
  title: string
  /** For the model: what it answers and when to use it. */
  description: string
  scope: KeyScope
  input: z.ZodObject
  output: z.ZodObject
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  /** Arguments for the docs page. */
  example: Record<string, unknown>
} & (
  | {
      kind: "read"
      /** The list of the answer that may be cut short, with its cursors. */
      list: string | null
      read(run: Run, call: Call): Promise<{ answer: Record<string, unknown>; place: Place | null }>
    }
  | {
      kind: "write"
      /** Null where this call needs no plan. */
      plan(run: Run, call: Call): Promise<Planned> | null
      write(run: Run, call: Call): Promise<Record<string, unknown>>
    }
)

type Named<I extends z.ZodObject> = {
  name: string
  title: string
  description: string
  scope: KeyScope
  input: I
  example: z.input<I>
}

type Edges = {
  edges: readonly { cursor: string }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const pageOf = ({ edges, pageInfo }: Edges): Place => ({
  cursors: edges.map(({ cursor }) => cursor),
  end: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})

export function readTool<I extends z.ZodObject, O extends z.ZodObject, R, V extends object>(
  definition: Named<I> & {
    output: O
    document: TadaDocumentNode<R, V>
    variables(call: Call<z.output<I>>): V
    answer(data: R, call: Call<z.output<I>>): z.input<O>
    page?: { list: keyof z.input<O> & string; of(data: R): Edges | null | undefined }
    /** Members of the answer that need a document of their own. */
    more?(run: Run, data: R, call: Call<z.output<I>>): Promise<Partial<z.input<O>>>
  },
): Tool {
  const { document, variables, answer, page, more, ...named } = definition
  return {
    ...named,
    kind: "read",
    list: page?.list ?? null,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    async read(run, given) {
      // The caller passes only arguments that `input` has parsed.
      const call = given as Call<z.output<I>>
      const data = await run(document, variables(call))
      const rows = page?.of(data)
      const place = rows === null || rows === undefined ? null : pageOf(rows)
      const added = await more?.(run, data, call)
      return { answer: { ...answer(data, call), ...added }, place }
    },
  }
}

/** The answer of every writing tool; the server's instructions describe a plan. */
const writeOutput = z.looseObject({ status: z.enum(["planned", "done", "declined"]) })

const idempotencyKey = z
  .string({ error: "must be text" })
  .regex(/^[\x21-\x7e]{1,100}$/, "must be 1 to 100 visible ASCII characters, such as a new UUID")
  .optional()
  .describe("Retries with the same key and arguments act once.")

const planToken = z.string().max(200).optional().describe("From the first call; carries it out.")

type Plan<I extends z.ZodObject, R, V extends object> = {
  document: TadaDocumentNode<R, V>
  variables(call: Call<z.output<I>>): V
  of(data: R, call: Call<z.output<I>>): Planned
  /** False for arguments that need no plan. */
  needs?(args: z.output<I>): boolean
}

export function writeTool<I extends z.ZodObject, R, V extends object, PR, PV extends object>(
  definition: Named<I> & {
    hints: { destructive: boolean; idempotent: boolean; openWorld: boolean }
    plan: Plan<I, PR, PV> | null
    document: TadaDocumentNode<R, V>
    variables(call: Call<z.output<I>>): V
    answer(data: R, call: Call<z.output<I>>): Record<string, unknown>
  },
): Tool {
  const { document, variables, answer, plan, hints, input, ...named } = definition
  const more = { idempotency_key: idempotencyKey }
  return {
    ...named,
    kind: "write",
    input: input.extend(plan === null ? more : { plan_token: planToken, ...more }),
    output: writeOutput,
    annotations: {
      readOnlyHint: false,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    plan(run, given) {
      const call = given as Call<z.output<I>>
      if (plan === null || plan.needs?.(call.args) === false) return null
      return run(plan.document, plan.variables(call)).then((data) => plan.of(data, call))
    },
    async write(run, given) {
      const call = given as Call<z.output<I>>
      return answer(await run(document, variables(call)), call)
    },
  }
}
