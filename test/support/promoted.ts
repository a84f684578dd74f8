import {
  buildSchema,
  executeRootSelectionSet,
  parse,
  validateExecutionArgs,
  type ExecutionResult,
} from "graphql"
import { GCProfiler } from "node:v8"
import { takeResult } from "../../src/graphql/kernel/take-result.ts"

/** Prints how many kB of each result the collections of young objects moved to the old generation, if taken and if not. */

const schema = buildSchema(`type Row { id: Int! name: String! } type Query { rows: [Row!]! }`)
const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `row ${id}` }))
const validated = validateExecutionArgs({
  schema,
  document: parse("{ rows { id name } }"),
  rootValue: { rows: () => Promise.resolve(rows) },
})
if (!("schema" in validated)) throw new Error("the document is valid")

const executions = 300

async function promotedBy(take: (result: ExecutionResult) => unknown): Promise<number> {
  const profiler = new GCProfiler()
  profiler.start()
  for (let at = 0; at < executions; at += 1) {
    if ("schema" in validated) take(await executeRootSelectionSet({ ...validated }))
  }
  const grown = profiler.stop().statistics.map(({ gcType, beforeGC, afterGC }) => {
    const oldOf = ({ heapSpaceStatistics }: typeof afterGC) =>
      heapSpaceStatistics.find(({ spaceName }) => spaceName === "old_space")?.spaceUsedSize ?? 0
    return gcType === "Scavenge" ? oldOf(afterGC) - oldOf(beforeGC) : 0
  })
  return grown.reduce((sum, one) => sum + one, 0) / executions / 1024
}

const taken = await promotedBy(takeResult)
const left = await promotedBy((result) => result)
process.stdout.write(JSON.stringify({ taken, left }))
