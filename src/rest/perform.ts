import { print, type GraphQLFormattedError } from "graphql"
import { z } from "zod"
import type { Context } from "../graphql/kernel/context.ts"
import type { Executor } from "../graphql/execution/execute.ts"
import type { Given, Operation, Result } from "./operation.ts"
import { isProblemCode, refuseFaults, Refusal, type Fault } from "../http/refusal.ts"

/** Executes the GraphQL documents of operations, parsed, validated and compiled once at start. */
export function createPerformer(executor: Executor, operations: readonly Operation[]) {
  const known = new Map(
    operations.map(
      (operation) => [operation, executor.compileKnown(print(operation.document))] as const,
    ),
  )

  /** @throws {Refusal} the GraphQL error, with the field names of /v1. */
  return async function perform(
    ctx: Context,
    operation: Operation,
    given: Given,
    requestId: string,
  ): Promise<Result> {
    const execute = known.get(operation)
    if (execute === undefined) throw new Error(`${operation.id} is not a known operation`)
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

/** Translates GraphQL argument names to those of /v1. */
function toFault(
  { pointer, detail }: z.output<typeof issues>[number],
  { names, isList }: Operation,
): Fault {
  if (isList && pointer === "#/after") return { parameter: "after", detail }
  const [root = "", member = "", ...below] = pointer.split("/")
  // Names below the body argument are the client's own.
  if (names[member] === "") return { pointer: [root, ...below].join("/"), detail }
  const path = pointer
    .split("/")
    .map((part) => names[part] ?? part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  return { pointer: path.join("/"), detail }
}
