import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { apiFlags } from "../../src/api/flags.ts"
import { takeResult } from "../../src/graphql/kernel/take-result.ts"

test("moves a result out of graphql-js", () => {
  const data = { rows: [] }
  const result = { data }
  expect(takeResult(result)).toEqual({ data })
  expect(result.data).toBeNull()
})

/** If this fails because both are small, graphql-js no longer keeps results, and takeResult can go. */
test("what a result holds is freed with the young objects", async () => {
  const script = join(import.meta.dirname, "../support/promoted.ts")
  const { stdout } = await promisify(execFile)(process.execPath, [...apiFlags, script])
  const { taken, left } = JSON.parse(stdout) as { taken: number; left: number }
  expect(taken).toBeLessThan(left / 4)
})
