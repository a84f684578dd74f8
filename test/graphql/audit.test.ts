import { expect, test } from "vitest"
import { chainEntries } from "../../src/graphql/workspace/audit/chain-entries.ts"
import { pageStatement } from "../../src/graphql/workspace/audit/list-entries.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { changeRole } from "../../src/graphql/workspace/member/change-role.ts"
import { renameProject } from "../../src/graphql/workspace/project/rename-project.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const log = `query ($id: ID!, $action: String, $actorId: ID, $actorKind: ActorKind, $since: DateTime,
    $until: DateTime, $search: String, $first: Int, $after: String) {
  project(id: $id) {
    auditEntries(action: $action, actorId: $actorId, actorKind: $actorKind, since: $since,
        until: $until, search: $search, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { action actorKind actorName subjectName } }
    }
  }
}`

type Page = {
  project: {
    auditEntries: {
      pageInfo: { hasNextPage: boolean; endCursor: string }
      edges: { node: { action: string } }[]
    }
  }
}

async function busyProject() {
  const project = await makeProject(world)
  const admin = await makeMember(world, project.id, "admin")
  await createLabel(admin.ctx, { projectId: project.id, name: "shop" })
  await createKey(world.system, { projectId: project.id, class: "legacy", name: "k" })
  await renameProject(admin.ctx, { id: project.id, name: "Other" })
  const read = async (variables: Record<string, unknown> = {}) => {
    const { data, errors } = await ask(world, admin.ctx.actor, log, {
      id: project.id,
      ...variables,
    })
    expect(errors).toEqual([])
    return (data as Page).project.auditEntries
  }
  const actions = async (variables: Record<string, unknown> = {}) =>
    (await read(variables)).edges.map(({ node }) => node.action)
  return { project, admin, read, actions }
}

test("the audit log lists actions with their actors, newest first", async () => {
  const { project, read } = await busyProject()
  expect((await read()).edges.map(({ node }) => node)).toEqual([
    {
      action: "project.renamed",
      actorKind: "USER",
      actorName: "admin Ada",
      subjectName: "Other",
    },
    { action: "key.created", actorKind: "SYSTEM", actorName: "test", subjectName: "k" },
    { action: "label.created", actorKind: "USER", actorName: "admin Ada", subjectName: "shop" },
    {
      action: "project.created",
      actorKind: "SYSTEM",
      actorName: "test",
      subjectName: project.name,
    },
  ])
})

test("it is filtered by prefix of the action, by actor and by time, and paginated", async () => {
  const { project, admin, actions, read } = await busyProject()
  expect(await actions({ action: "project." })).toEqual(["project.renamed", "project.created"])
  expect(await actions({ action: "key.created" })).toEqual(["key.created"])
  expect(await actions({ action: "p_oject" })).toEqual([])
  expect(await actions({ actorId: admin.userId })).toEqual(["project.renamed", "label.created"])
  expect(await actions({ actorKind: "SYSTEM" })).toEqual(["key.created", "project.created"])
  const { memberId } = await makeMember(world, project.id, "viewer")
  await changeRole(admin.ctx, { memberId, role: "editor" })
  expect(await actions({ action: "member.role_" })).toEqual(["member.role_changed"])
  const { at } = await world.services.database.prisma.auditEntry.findFirstOrThrow({
    where: { projectId: project.id, action: "key.created" },
  })
  const moment = at.toISOString()
  expect(await actions({ since: moment })).toContain("key.created")
  expect(await actions({ until: moment })).not.toContain("key.created")
  expect(await actions({ until: moment })).toContain("project.created")
  const first = await read({ first: 4 })
  expect(first.pageInfo.hasNextPage).toBe(true)
  expect(await actions({ first: 4, after: first.pageInfo.endCursor })).toEqual(["project.created"])
})

test("entries are found by text, before and after they are in the chain", async () => {
  const { actions } = await busyProject()
  for (const isChained of [false, true]) {
    if (isChained) await chainEntries(world.services)
    expect(await actions({ search: "SHOP" })).toEqual(["label.created"])
    expect(await actions({ search: "key created" })).toEqual(["key.created"])
    expect(await actions({ search: "legacy" })).toEqual(["key.created"])
    expect(await actions({ search: "admin ada" })).toEqual(["project.renamed", "label.created"])
    expect(await actions({ search: "admin ada", action: "label." })).toEqual(["label.created"])
    expect(await actions({ search: "%" })).toEqual([])
    expect(await actions({ actorKind: "USER", first: 1 })).toEqual(["project.renamed"])
  }
})

test("no filter reads more of a long log than it needs", async () => {
  const { project, admin } = await busyProject()
  const { pool } = world.services.database
  await pool.query(
    `insert into audit_entry (id, project_id, actor_kind, actor_id, actor_name, action, subject_name, at)
     select gen_random_uuid(), $1, 'system', gen_random_uuid(), 'prober ' || n, 'monitor.updated', 'Shop ' || n,
            now() - make_interval(secs => n)
       from generate_series(1, 20000) n`,
    [project.id],
  )
  await chainEntries(world.services)
  await pool.query("analyze audit_entry")
  const client = await pool.connect()
  try {
    for (const filter of [
      {},
      { action: "key." },
      { action: "label.created" },
      { actorKind: "user" as const },
      { actorId: admin.userId },
      { search: "nothing has this" },
      { subjectId: project.id },
      { until: new Date(Date.now() - 10_000_000) },
    ]) {
      const { text, values } = pageStatement(project.id, filter)
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `explain (analyze, timing off, summary off, costs off) ${text}`,
        values,
      )
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
      expect(`${JSON.stringify(filter)}\n${plan}`).not.toMatch(/Seq Scan|Removed by Filter: \d{4}/)
    }
  } finally {
    client.release()
  }
})

test("an invalid filter is refused, and so is every caller without audit:read", async () => {
  const { project, admin } = await busyProject()
  const wrong = await ask(world, admin.ctx.actor, log, { id: project.id, action: "%" })
  expect(wrong.errors[0]).toMatchObject({ code: "validation_failed" })
  const editor = await makeMember(world, project.id, "editor")
  const viewer = await makeMember(world, project.id, "viewer")
  const robot = keyActor(project.id, newId(), ["monitors:read"])
  for (const actor of [editor.ctx.actor, viewer.ctx.actor, robot]) {
    expect(await ask(world, actor, log, { id: project.id })).toMatchObject({
      data: { project: null },
      errors: [{ code: "insufficient_scope", path: "project.auditEntries" }],
    })
  }
})
