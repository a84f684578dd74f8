import type { GraphQLFormattedError } from "graphql"
import { print } from "graphql"
import { z } from "zod"
import type { Context } from "../graphql/context.ts"
import type { Executor } from "../graphql/execute.ts"
import type { Given, Operation, Result } from "./operation.ts"
import type { Fault } from "./refusal.ts"
import { isProblemCode, refuseFaults, Refusal } from "./refusal.ts"

/** Runs the documents of operations, each parsed, validated and compiled once, when the server starts. */
export function createPerformer(executor: Executor, operations: readonly Operation[]) {
  const known = new Map(
    operations.map((operation) => [operation, executor.know(print(operation.document))] as const),
  )

  /** @throws {Refusal} whatever the domain refused, in the names of the facade. */
  return async function perform(
    ctx: Context,
    operation: Operation,
    given: Given,
    requestId: string,
  ): Promise<Result> {
    const execute = known.get(operation)
    if (execute === undefined) throw new Error(`${operation.id} is not among the operations`)
    const variables = operation.toVariables(given)
    const { errors, data } = await execute({ ctx, variables, requestId })
    const [error] = errors ?? []
    if (error !== undefined) throw refusalOf(error, operation)
    return operation.toAnswer(data)
  }
}

const issues = z.array(z.object({ pointer: z.string(), detail: z.string() })).default([])

function refusalOf({ message, extensions }: GraphQLFormattedError, operation: Operation): Refusal {
  const code = extensions?.["code"]
  if (!isProblemCode(code)) return new Refusal("internal_error", message)
  const faults = issues.parse(extensions?.["errors"]).map((issue) => toFault(issue, operation))
  return faults.length > 0 ? refuseFaults(faults) : new Refusal(code, message)
}

/** The domain names members in camel case, and cursors and ids as its own arguments. */
function toFault(
  { pointer, detail }: z.output<typeof issues>[number],
  { names, isList }: Operation,
): Fault {
  if (isList && pointer === "#/after") return { parameter: "after", detail }
  const [root = "", member = "", ...below] = pointer.split("/")
  // In what is the whole body stand names that the client chose.
  if (names[member] === "") return { pointer: [root, ...below].join("/"), detail }
  const path = pointer
    .split("/")
    .map((part) => names[part] ?? part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  return { pointer: path.join("/"), detail }
}
