import { expect, test } from "vitest"
import { transactSql } from "../../src/graphql/kernel/transaction.ts"
import { chainEntries, chainProject } from "../../src/graphql/workspace/audit/chain-entries.ts"
import { pruneEntries } from "../../src/graphql/workspace/audit/prune-entries.ts"
import { printLines, readLines } from "../../src/graphql/workspace/audit/read-lines.ts"
import { recordAuditAll } from "../../src/graphql/workspace/audit/record-audit.ts"
import { verifyChain } from "../../src/graphql/workspace/audit/verify-chain.ts"
import { verifyLines } from "../../src/graphql/workspace/audit/verify-lines.ts"
import { deleteProject } from "../../src/graphql/workspace/project/delete-project.ts"
import { purgeProjects } from "../../src/jobs/deletion/purge-projects.ts"
import { createVault } from "../../src/platform/secret.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const sql = (text: string, ...values: unknown[]) =>
  world.services.database.pool.query<Record<string, unknown>>(text, values)

const record = (projectId: string, count: number, from = 0) =>
  transactSql(world.services, (tx) =>
    recordAuditAll(
      tx,
      world.system.actor,
      Array.from({ length: count }, (_, at) => ({
        projectId,
        action: "thing.changed",
        subjectName: `Gäste ☕ ${from + at}`,
        changes: { size: { from: at, to: at + 0.5 }, list: ["b", "a"], é: null },
      })),
    ),
  )

/** A project with a chain of this many entries; the first says that it was created. */
async function makeChain(entries: number) {
  const { id } = await makeProject(world)
  await record(id, entries - 1)
  await chainEntries(world.services)
  return id
}

const verify = (projectId: string, expected?: { seq: number; hash: string }) =>
  verifyChain(world.services, projectId, expected)

async function exported(projectId: string, range = {}): Promise<string[]> {
  let text = ""
  for await (const lines of readLines(world.services, projectId, range)) text += printLines(lines)
  return text.trimEnd().split("\n")
}

test("entries are chained in their order, and the chain is intact", async () => {
  const id = await makeChain(5)
  expect(await verify(id)).toMatchObject({
    entries: 5,
    pruned: null,
    head: { seq: 5 },
    waiting: 0,
    fault: null,
  })
  const { rows } = await sql(
    "select subject_name from audit_entry where project_id = $1 and seq > 1 order by seq",
    id,
  )
  expect(rows.map((row) => row["subject_name"])).toEqual([0, 1, 2, 3].map((at) => `Gäste ☕ ${at}`))
  await record(id, 1)
  expect(await verify(id)).toMatchObject({ entries: 5, waiting: 1, fault: null })
  await chainEntries(world.services)
  expect(await verify(id)).toMatchObject({ entries: 6, waiting: 0, fault: null })
})

const faults: [string, string, object][] = [
  [
    "a changed value",
    `update audit_entry set changes = jsonb_set(changes, '{size,to}', '9') where project_id = $1 and seq = 3`,
    { kind: "changed", seq: 3, id: expect.any(String), at: expect.any(String) },
  ],
  [
    "a changed actor",
    "update audit_entry set actor_name = 'Mallory' where project_id = $1 and seq = 2",
    { kind: "changed", seq: 2 },
  ],
  [
    "a changed time",
    "update audit_entry set at = at - interval '1 ms' where project_id = $1 and seq = 6",
    { kind: "changed", seq: 6 },
  ],
  [
    "a deleted entry in the middle",
    "delete from audit_entry where project_id = $1 and seq = 3",
    { kind: "deleted", seq: 3, detail: "Entry 3 was deleted, before entry 4." },
  ],
  [
    "a deleted beginning",
    "delete from audit_entry where project_id = $1 and seq < 3",
    { kind: "deleted", seq: 1, detail: "Entries 1 to 2 were deleted, before entry 3." },
  ],
  [
    "a deleted end",
    "delete from audit_entry where project_id = $1 and seq > 4",
    { kind: "deleted", seq: 5, detail: "Entries 5 to 6 were deleted." },
  ],
  [
    "everything deleted",
    "delete from audit_entry where project_id = $1",
    { kind: "deleted", seq: 1, detail: "Entries 1 to 6 were deleted." },
  ],
  [
    "a deleted end with the end of the chain set back",
    `with gone as (delete from audit_entry where project_id = $1 and seq > 4)
     update audit_chain c set seq = 4, hash = e.hash from audit_entry e
      where c.project_id = $1 and e.project_id = $1 and e.seq = 4`,
    { kind: "head_changed", seq: 4, detail: expect.stringContaining("another secret key") },
  ],
  [
    "entries in another order",
    `update audit_entry set seq = case seq when 3 then 1004 else 1003 end where project_id = $1 and seq in (3, 4);
     update audit_entry set seq = seq - 1000 where project_id = $1 and seq > 1000`,
    { kind: "reordered", seq: 3 },
  ],
  [
    "an inserted entry",
    `update audit_entry set seq = seq + 1001 where project_id = $1 and seq >= 3;
     update audit_entry set seq = seq - 1000 where project_id = $1 and seq > 1000;
     insert into audit_entry (id, project_id, actor_kind, actor_name, action, seq, hash)
     select gen_random_uuid(), project_id, 'user', 'Mallory', 'thing.changed', 3, hash
       from audit_entry where project_id = $1 and seq = 2`,
    { kind: "inserted", seq: 3 },
  ],
]

test.each(faults)("%s is found", async (_name, text, fault) => {
  const id = await makeChain(6)
  for (const statement of text.split(";")) await sql(statement.replaceAll("$1", `'${id}'`))
  expect((await verify(id)).fault).toMatchObject(fault)
  // What comes later is still chained, and hides nothing.
  await record(id, 2)
  await chainEntries(world.services)
  expect((await verify(id)).fault).not.toBeNull()
  const { rows } = await sql(
    "select count(*)::int as n from audit_entry where project_id = $1 and seq is null",
    id,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test("a chain that was written again is not sealed by this installation, or is not the head that was kept", async () => {
  const id = await makeChain(4)
  const { head } = await verify(id)
  expect(await verify(id, head)).toMatchObject({ fault: null })
  // With the database alone.
  const stranger = { ...world.services, vault: createVault(Buffer.alloc(32, 7)) }
  const forge = async (services: typeof stranger) => {
    await sql("update audit_entry set seq = null, hash = null where project_id = $1", id)
    await sql("delete from audit_chain where project_id = $1", id)
    await sql("update audit_entry set actor_name = 'Mallory' where project_id = $1", id)
    await chainEntries(services)
  }
  await forge(stranger)
  expect((await verify(id)).fault).toMatchObject({ kind: "head_changed", seq: 4 })
  // With the secret key as well.
  await forge(world.services)
  expect((await verify(id)).fault).toBeNull()
  expect((await verify(id, head)).fault).toMatchObject({
    kind: "head_changed",
    detail: expect.stringContaining("not the given one"),
  })
  expect((await verify(id, { ...head, seq: 9 })).fault).toMatchObject({
    detail: "The given head is entry 9, but the chain ends with entry 4.",
  })
})

test("retention deletes the beginning alone, and the rest is verified from the hash that it leaves", async () => {
  const { id } = await makeProject(world)
  await record(id, 4)
  await sql("update audit_entry set at = now() - interval '101 days' where project_id = $1", id)
  await chainEntries(world.services)
  await record(id, 3)
  await chainEntries(world.services)
  const { head } = await verify(id)
  await pruneEntries(world.services, [id], { free: 50, pro: 100 }, () => false)
  expect(await verify(id, head)).toMatchObject({
    entries: 3,
    pruned: { seq: 5, at: expect.any(String) },
    head: { seq: 8 },
    fault: null,
  })
  expect((await verify(id, { seq: 4, hash: head.hash })).fault).toMatchObject({
    detail: expect.stringContaining("past its retention"),
  })
  await sql("delete from audit_entry where project_id = $1 and seq = 6", id)
  expect((await verify(id)).fault).toMatchObject({ kind: "deleted", seq: 6 })
})

test("busy transactions, several jobs and the project's deletion do not get in each other's way", async () => {
  const projects = await Promise.all([1, 2, 3].map(() => makeProject(world)))
  const [gone, ...kept] = projects
  const jobs = Array.from({ length: 3 }, async () => {
    for (let round = 0; round < 10; round += 1) await chainEntries(world.services)
  })
  const writers = projects.flatMap(({ id }) =>
    Array.from({ length: 4 }, async (_, writer) => {
      for (let round = 0; round < 10; round += 1) {
        await record(id, 3, writer * 100 + round)
      }
    }),
  )
  const deletion = deleteProject(world.system, { id: gone?.id ?? "", name: gone?.name ?? "" })
  await Promise.all([...jobs, ...writers, deletion])
  await purgeProjects(world.services)
  await chainEntries(world.services)
  for (const { id } of kept) {
    expect(await verify(id)).toMatchObject({ entries: 121, waiting: 0, fault: null })
  }
  const { rows } = await sql("select from audit_chain where project_id = $1", gone?.id)
  expect(rows).toEqual([])
  await chainProject(world.services, gone?.id ?? "")
})

test("a project whose chain cannot go on delays no other", async () => {
  const broken = await makeChain(2)
  const whole = await makeChain(2)
  // Changed in the database, so that no further number fits.
  await sql("update audit_chain set seq = 2147483647 where project_id = $1", broken)
  await record(broken, 1)
  await record(whole, 1)
  await expect(chainEntries(world.services)).rejects.toThrow(broken)
  expect(await verify(whole)).toMatchObject({ entries: 3, waiting: 0, fault: null })
  await sql("delete from project where id = $1", broken)
})

const verified = (some: string[]) => verifyLines(asyncOf(some))

test("exported lines are verified without the database", async () => {
  const id = await makeChain(4)
  const lines = await exported(id)
  expect(lines).toHaveLength(4)
  const { head } = await verify(id)
  expect(await verified(lines)).toEqual({ entries: 4, gaps: 0, head, fault: null })
  expect(await verified([lines[1], lines[3]].map(String))).toMatchObject({ gaps: 1, fault: null })
  const changed = lines.map((line) => line.replace("☕ 1", "☕ 7"))
  expect((await verified(changed)).fault).toMatchObject({ kind: "changed", seq: 3, line: 3 })
  expect((await verified(lines.toReversed())).fault).toMatchObject({ kind: "reordered", line: 2 })
  expect((await verified(["{}"])).fault).toMatchObject({ kind: "changed", line: 1 })
  const { at } = JSON.parse(lines[0] ?? "") as { at: string }
  expect(await exported(id, { to: new Date(at) })).toEqual([""])
  expect(await exported(id, { from: new Date(at) })).toEqual(lines)
})

async function* asyncOf(lines: string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line)
}
