import fc from "fast-check"
import { expect, test } from "vitest"
import { asWritten, readFindings } from "../../src/findings/finding.ts"
import { listChecks } from "../../src/graphql/monitoring/check/list-checks.ts"
import { storeChecks } from "../../src/graphql/monitoring/check/store-checks.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { checkOf, insertMonitor } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** Text that PostgreSQL can store: no NUL, no unpaired surrogate. */
const words = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("", "NULL", "null", '"', "\\", '\\"', "{a,b}", "\n", " ", "'", "$1"),
  )
  .map((text) => text.replaceAll("\u0000", "").toWellFormed())

test("a stored value is read back unchanged, whether stored once or twice", async () => {
  const { id: projectId } = await makeProject(world)
  const check = fc.record({
    findings: fc.array(words.map(asWritten), { maxLength: 1 }),
    warnings: fc.array(words.map(asWritten), { maxLength: 3 }),
    address: fc.option(words),
    durationMs: fc.integer({ min: 0, max: 60_000 }),
    httpStatus: fc.option(fc.integer({ min: 100, max: 599 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(check, { minLength: 1, maxLength: 5 }), async (said) => {
      const monitor = await insertMonitor(world, projectId)
      const start = Date.now()
      const checks = said.map((members, n) => checkOf(monitor, new Date(start - n), members))
      for (let run = 0; run < 2; run++) {
        await transact(world.services, (tx) => storeChecks(tx, checks))
      }
      const { rows } = await listChecks(world.services, monitor.seq, {})
      expect(
        rows.map(({ findings, warnings, address, duration_ms, http_status, started_at }) => ({
          findings: readFindings(findings),
          warnings,
          address,
          durationMs: duration_ms,
          httpStatus: http_status,
          startedAt: started_at,
        })),
      ).toEqual(said.map((members, n) => ({ ...members, startedAt: new Date(start - n) })))
    }),
    { numRuns: 60 },
  )
})
