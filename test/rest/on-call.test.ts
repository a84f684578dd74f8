import { expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createTeam } from "../../src/graphql/on-call/team/create-team.ts"
import { deletePolicy } from "../../src/graphql/on-call/policy/delete-policy.ts"
import { makeKey, useApi } from "../support/api.ts"
import { call } from "../support/rest.ts"
import { makeMember } from "../support/people.ts"
import { makeProject } from "../support/world.ts"
import { makeCrew } from "../graphql/on-call/crew.ts"

const api = useApi()

type Page = { data: Record<string, unknown>[]; has_more: boolean; next_cursor: string | null }

const read = async (authorization: string, path: string) => {
  const { status, body } = await call(api, authorization, "GET", path)
  return { status, body: body as Page }
}

test("policies are listed by name, with their rules and the names of their targets", async () => {
  const { projectId, ed, ada, rotation, policy } = await makeCrew(api.world)
  const team = await createTeam(ed.ctx, { projectId, name: "Core", userIds: [ada.userId] })
  const calm = await createPolicy(ed.ctx, {
    projectId,
    name: "Calm",
    description: "By day.",
    repeatCount: 3,
    rules: [{ delayMinutes: 5, targets: [{ teamId: team.id }, { userId: ada.userId }] }],
  })
  const { authorization } = await makeKey(api.world, projectId, ["on_call:read"])
  const of = (row: typeof calm) => ({
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  })
  expect(await read(authorization, "/v1/on-call/policies")).toEqual({
    status: 200,
    body: {
      data: [
        {
          id: calm.id,
          name: "Calm",
          description: "By day.",
          rules: [
            {
              order: 1,
              delay_minutes: 5,
              targets: [
                { kind: "team", id: team.id, name: "Core" },
                { kind: "user", id: ada.userId, name: "Ada" },
              ],
            },
          ],
          repeat_count: 3,
          ...of(calm),
        },
        {
          id: policy.id,
          name: "Standard",
          description: "",
          rules: [
            {
              order: 1,
              delay_minutes: 0,
              targets: [{ kind: "rotation", id: rotation.id, name: "Primary" }],
            },
            {
              order: 2,
              delay_minutes: 10,
              targets: [
                { kind: "user", id: ed.userId, name: "Ed" },
                { kind: "rotation", id: rotation.id, name: "Primary" },
              ],
            },
          ],
          repeat_count: 0,
          ...of(policy),
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  })
})

test("pages of policies neither repeat nor lose a row when others are added and deleted", async () => {
  const project = await makeProject(api.world)
  const { ctx } = await makeMember(api.world, project.id, "editor")
  const make = (name: string) => createPolicy(ctx, { projectId: project.id, name })
  const [, beta] = [await make("Alpha"), await make("Beta"), await make("Delta")]
  const { authorization } = await makeKey(api.world, project.id, ["on_call:read"])
  const first = await read(authorization, "/v1/on-call/policies?limit=2")
  expect(first.body.data.map(({ name }) => name)).toEqual(["Alpha", "Beta"])
  await deletePolicy(ctx, beta.id)
  await make("Aaron")
  await make("Chi")
  const after = encodeURIComponent(first.body.next_cursor ?? "")
  const second = await read(authorization, `/v1/on-call/policies?limit=2&after=${after}`)
  expect(second.body.data.map(({ name }) => name)).toEqual(["Chi", "Delta"])
  expect(second.body).toMatchObject({ has_more: false, next_cursor: null })
})

test("who is on call now is listed by policy and rule, page by page", async () => {
  const { projectId, ed, ada, bo, policy } = await makeCrew(api.world)
  const { authorization } = await makeKey(api.world, projectId, ["on_call:read"])
  const { body } = await read(authorization, "/v1/on-call/current")
  const [turn] = body.data as [{ user: { id: string }; since: string; until: string }]
  const named = { id: policy.id, name: "Standard" }
  const people = new Map([
    [ada.userId, "Ada"],
    [bo.userId, "Bo"],
  ])
  const shift = {
    user: { id: turn.user.id, name: people.get(turn.user.id) },
    since: turn.since,
    until: turn.until,
  }
  const always = { user: { id: ed.userId, name: "Ed" }, since: null, until: null }
  // The editor's id is the oldest, so it is first.
  expect(body).toEqual({
    data: [
      { policy: named, rule_order: 1, ...shift },
      { policy: named, rule_order: 2, ...always },
      { policy: named, rule_order: 2, ...shift },
    ],
    has_more: false,
    next_cursor: null,
  })
  const hours = (Date.parse(turn.until) - Date.parse(turn.since)) / 3_600_000
  expect([23, 24, 25]).toContain(hours)
  expect(Date.parse(turn.since)).toBeLessThanOrEqual(Date.now())
  const paged: unknown[] = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const after = cursor === "" ? "" : `&after=${encodeURIComponent(cursor)}`
    const page = await read(authorization, `/v1/on-call/current?limit=1${after}`)
    paged.push(...page.body.data)
    cursor = page.body.next_cursor
  }
  expect(paged).toEqual(body.data)
})

test("keys without the scope, bad limits and foreign cursors are refused", async () => {
  const { projectId } = await makeCrew(api.world)
  const other = await makeCrew(api.world)
  const { authorization } = await makeKey(api.world, projectId, ["on_call:read"])
  const narrow = await makeKey(api.world, projectId, ["monitors:read"])
  const foreign = await makeKey(api.world, other.projectId, ["on_call:read"])
  const { body } = await read(foreign.authorization, "/v1/on-call/current?limit=1")
  for (const path of ["/v1/on-call/policies", "/v1/on-call/current"]) {
    const asked = await call(api, narrow.authorization, "GET", path)
    expect([asked.status, asked.body]).toMatchObject([403, { code: "insufficient_scope" }])
    expect(await call(api, null, "GET", path)).toMatchObject({ status: 401 })
    for (const query of ["limit=0", "limit=101", "after=x", `after=${body.next_cursor}`]) {
      const { status, body: problem } = await call(api, authorization, "GET", `${path}?${query}`)
      expect([status, problem]).toMatchObject([
        400,
        { code: "validation_failed", errors: [{ parameter: query.split("=")[0] }] },
      ])
    }
    const posted = await call(api, authorization, "POST", path, { body: {} })
    expect(posted).toMatchObject({ status: 405 })
  }
})
