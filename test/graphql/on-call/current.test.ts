import { expect, test } from "vitest"
import { createPolicy } from "../../../src/graphql/on-call/policy/create-policy.ts"
import { createTeam } from "../../../src/graphql/on-call/team/create-team.ts"
import { deletePolicy } from "../../../src/graphql/on-call/policy/delete-policy.ts"
import { listCurrent } from "../../../src/graphql/on-call/schedule/list-current.ts"
import { ask } from "../../support/ask.ts"
import { channelSettings } from "../../support/channels.ts"
import { testEnv, useWorld } from "../../support/world.ts"
import { at, makeCrew } from "./crew.ts"
import { utc } from "./rotations.ts"

const world = useWorld({ ...testEnv, ...channelSettings })

test("who is on call now is paginated by policy and rule, in both directions, while policies change", async () => {
  const { projectId, ed, ada, bo } = await makeCrew(world)
  const ctx = at(world, ed.ctx, utc("2026-06-01T08:00"))
  const team = await createTeam(ctx, { projectId, name: "Core", userIds: [ada.userId, bo.userId] })
  const rules = [{ delayMinutes: 0, targets: [{ teamId: team.id }] }]
  const [night, early] = [
    await createPolicy(ctx, { projectId, name: "Nights", rules }),
    await createPolicy(ctx, { projectId, name: "Early", rules }),
  ]
  const people = new Map([ed, ada, bo].map(({ userId, ctx }) => [userId, ctx.actor]))
  const list = async (args: Parameters<typeof listCurrent>[2]) => {
    const { edges, pageInfo } = await listCurrent(ctx, projectId, args)
    const entries = edges.map(({ node: { entry, policyName } }) => {
      const actor = people.get(entry.userId)
      const name = actor?.kind === "user" ? actor.name : "?"
      return `${policyName} ${entry.ruleOrder} ${name}`
    })
    return { entries, pageInfo }
  }
  const all = [
    "Early 1 Ada",
    "Early 1 Bo",
    "Nights 1 Ada",
    "Nights 1 Bo",
    "Standard 1 Bo",
    "Standard 2 Ed",
    "Standard 2 Bo",
  ]
  expect((await list({})).entries).toEqual(all)
  const first = await list({ first: 3 })
  expect(first.entries).toEqual(all.slice(0, 3))
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  const { endCursor } = first.pageInfo
  expect((await list({ first: 2, after: endCursor })).entries).toEqual(all.slice(3, 5))
  const last = await list({ last: 2 })
  expect(last.entries).toEqual(all.slice(5))
  const { startCursor } = last.pageInfo
  expect((await list({ last: 2, before: startCursor })).entries).toEqual(all.slice(3, 5))
  await deletePolicy(ctx, night.id)
  await deletePolicy(ctx, early.id)
  await createPolicy(ctx, { projectId, name: "Ahead", rules })
  await createPolicy(ctx, { projectId, name: "Odd", rules })
  expect((await list({ first: 10, after: endCursor })).entries).toEqual([
    "Odd 1 Ada",
    "Odd 1 Bo",
    ...all.slice(4),
  ])
  const cursors = [
    "x",
    Buffer.from(`["a\\u0000","${projectId}",1,"${projectId}"]`).toString("base64url"),
  ]
  for (const after of cursors) {
    await expect(listCurrent(ctx, projectId, { after })).rejects.toMatchObject({
      issues: [
        {
          pointer: "#/after",
          detail: "is not a cursor of this list; request the first page again",
        },
      ],
    })
  }
})

test("only members with on_call:read can read the list", async () => {
  const { projectId, ada } = await makeCrew(world)
  const stranger = (await makeCrew(world)).ed
  const source = `query ($id: ID!) { project(id: $id) {
    onCallNow(first: 1) { edges { node { policy { name } ruleOrder user { name } since until } } }
    onCallReadiness { isReady }
  } }`
  const mine = await ask(world, ada.ctx.actor, source, { id: projectId })
  expect(mine).toMatchObject({
    data: {
      project: {
        onCallNow: { edges: [{ node: { policy: { name: "Standard" }, ruleOrder: 1 } }] },
        onCallReadiness: { isReady: true },
      },
    },
    errors: [],
  })
  const theirs = await ask(world, stranger.ctx.actor, source, { id: projectId })
  expect(theirs.errors).toMatchObject([{ code: "not_found" }])
})
