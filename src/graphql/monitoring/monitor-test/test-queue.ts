import { z } from "zod"
import { MonitorKind } from "../../../../prisma/generated/enums.ts"
import type { Services } from "../../../platform/services.ts"
import type { MonitorInput } from "../monitor/write/monitor-draft.ts"
import { readDraftTarget } from "../monitor/write/read-draft-target.ts"
import type { Target } from "../monitor/rules/monitor-target.ts"
import { testResult, type TestResult } from "./rules/test-result.ts"

/** Tests of monitors that are not saved: rows that the API server writes, a prober answers and both delete. */

type Stores = Pick<Services, "database" | "vault">

export type TestInput = { projectId: string; kind: MonitorKind; fields: MonitorInput }

const storedInput = z.object({
  projectId: z.string(),
  kind: z.enum(MonitorKind),
  fields: z.record(z.string(), z.unknown()),
})

/** Nobody waits longer for an answer. */
const keptSeconds = 240

export async function enqueueTest(
  { database: { pool }, vault }: Stores,
  id: string,
  input: TestInput,
): Promise<void> {
  await pool.query("insert into monitor_test (id, sealed_input) values ($1::uuid, $2)", [
    id,
    vault.seal(JSON.stringify(input)),
  ])
}

/** Takes tests that no other prober has taken, oldest first. */
export async function claimTests(
  { database: { pool }, vault }: Stores,
  most: number,
): Promise<{ id: string; target: Target }[]> {
  const { rows } = await pool.query<{ id: string; sealed_input: Buffer }>(
    `update monitor_test set claimed_at = now()
      where id in (
        select id from monitor_test
         where claimed_at is null and created_at > now() - make_interval(secs => $2)
         order by created_at limit $1 for update skip locked)
      returning id, sealed_input`,
    [most, keptSeconds],
  )
  return rows.map(({ id, sealed_input }) => {
    const { projectId, ...draft } = storedInput.parse(JSON.parse(vault.open(sealed_input)))
    return { id, target: readDraftTarget(projectId, draft, vault) }
  })
}

/** Has no effect if the API server no longer waits. */
export async function settleTest(
  { database: { pool }, vault }: Stores,
  id: string,
  result: TestResult,
): Promise<void> {
  await pool.query("update monitor_test set sealed_result = $2 where id = $1::uuid", [
    id,
    vault.seal(JSON.stringify(result)),
  ])
}

/** Null while no prober has answered. */
export async function readTest(
  { database: { pool }, vault }: Stores,
  id: string,
): Promise<TestResult | null> {
  const { rows } = await pool.query<{ sealed_result: Buffer | null }>(
    "select sealed_result from monitor_test where id = $1::uuid",
    [id],
  )
  const sealed = rows[0]?.sealed_result ?? null
  return sealed === null ? null : testResult.parse(JSON.parse(vault.open(sealed)))
}

export async function deleteTest({ database: { pool } }: Stores, id: string): Promise<void> {
  await pool.query("delete from monitor_test where id = $1::uuid", [id])
}

/** Those that an API server left behind when it ended. */
export async function deleteOldTests({ database: { pool } }: Stores): Promise<void> {
  await pool.query(
    "delete from monitor_test where created_at < now() - make_interval(secs => $1)",
    [keptSeconds],
  )
}
