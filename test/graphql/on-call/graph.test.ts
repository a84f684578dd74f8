import { parse, subscribe } from "graphql"
import { expect, test } from "vitest"
import { contextFor } from "../../../src/graphql/kernel/context.ts"
import { schema } from "../../../src/graphql/schema.ts"
import { ask } from "../../support/ask.ts"
import type { Person } from "../../support/people.ts"
import { useWorld } from "../../support/world.ts"
import { makeCrew } from "./crew.ts"

const world = useWorld()

type Ids = Record<string, string>

/** Executes an operation that must succeed; returns its one field. */
async function run({ ctx }: Pick<Person, "ctx">, source: string, variables: object) {
  const { data, errors } = await ask(world, ctx.actor, source, { ...variables })
  expect(errors).toEqual([])
  return Object.values(data ?? {})[0] as Ids
}

test("teams, overrides, swaps, calendar links and policies are managed through their mutations", async () => {
  const { projectId: project, ed, ada, bo, rotation, policy } = await makeCrew(world)
  const team = await run(
    ed,
    `mutation ($project: ID!, $users: [ID!]) {
      createTeam(projectId: $project, name: "Core", userIds: $users) { id name people { name } }
    }`,
    { project, users: [ada.userId, bo.userId] },
  )
  const people = [{ name: "Ada" }, { name: "Bo" }]
  expect(team).toEqual({ id: team["id"], name: "Core", people })
  expect(
    await run(
      ed,
      `mutation ($id: ID!, $users: [ID!]) { updateTeam(id: $id, userIds: $users) { people { name } } }`,
      { id: team["id"], users: [bo.userId] },
    ),
  ).toEqual({ people: [{ name: "Bo" }] })
  expect(
    await run(ed, "query ($id: ID!) { team(id: $id) { people { name isMember } } }", {
      id: team["id"],
    }),
  ).toEqual({ people: [{ name: "Bo", isMember: true }] })

  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const override = await run(
    ed,
    `mutation ($rotation: ID!, $user: ID, $from: DateTime!, $until: DateTime!) {
      createOverride(rotationId: $rotation, userId: $user, startsAt: $from, endsAt: $until) {
        id isNobody user { name isMember }
      }
    }`,
    { rotation: rotation.id, user: ed.userId, from: new Date().toISOString(), until: soon },
  )
  expect(override).toMatchObject({ isNobody: false, user: { name: "Ed", isMember: true } })
  expect(
    await run(
      ada,
      `query ($id: ID!, $now: DateTime!) { rotation(id: $id) {
        onCallNow { user { name } source sourceId }
        overrides(from: $now, first: 5) { edges { node { id } } }
      } }`,
      { id: rotation.id, now: new Date().toISOString() },
    ),
  ).toEqual({
    onCallNow: { user: { name: "Ed" }, source: "OVERRIDE", sourceId: override["id"] },
    overrides: { edges: [{ node: { id: override["id"] } }] },
  })
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const swap = await run(
    ed,
    `mutation ($rotation: ID!, $taker: ID!, $from: DateTime!, $until: DateTime!) {
      proposeSwap(rotationId: $rotation, takerId: $taker, startsAt: $from, endsAt: $until) {
        id state proposer { name } taker { name } rotation { name }
      }
    }`,
    { rotation: rotation.id, taker: bo.userId, from: new Date().toISOString(), until: inAnHour },
  )
  expect(swap).toMatchObject({ state: "PENDING", proposer: { name: "Ed" }, taker: { name: "Bo" } })
  const pending = (of: Pick<Person, "ctx">) =>
    run(of, "query ($id: ID!) { project(id: $id) { pendingSwaps { id } } }", { id: project })
  expect(await pending(ed)).toEqual({ pendingSwaps: [{ id: swap["id"] }] })
  expect(await pending(bo)).toEqual({ pendingSwaps: [{ id: swap["id"] }] })
  expect(await pending(ada)).toEqual({ pendingSwaps: [] })
  expect(
    await run(
      bo,
      "mutation ($id: ID!) { acceptSwap(id: $id) { state override { user { name } } } }",
      { id: swap["id"] },
    ),
  ).toEqual({ state: "ACCEPTED", override: { user: { name: "Bo" } } })
  expect(await pending(bo)).toEqual({ pendingSwaps: [] })

  const link = (await run(
    ada,
    `mutation ($project: ID!, $rotation: ID) {
      createOnCallFeed(projectId: $project, rotationId: $rotation) { url feed { id } }
    }`,
    { project, rotation: rotation.id },
  )) as unknown as { url: string; feed: { id: string } }
  expect(link.url).toMatch(/\/on-call\/[\w-]{43}\.ics$/)
  const revoked = await run(
    ada,
    "mutation ($id: ID!) { revokeOnCallFeed(id: $id) { rotation { name } revokedAt } }",
    { id: link.feed.id },
  )
  expect(revoked).toMatchObject({ rotation: { name: "Primary" }, revokedAt: expect.any(String) })

  expect(
    await run(
      ed,
      `mutation ($id: ID!, $rules: [EscalationRuleInput!]) {
        updateOnCallPolicy(id: $id, repeatCount: 1, rules: $rules) {
          repeatCount rules { delayMinutes targets { team { name people { name } } } }
        }
      }`,
      { id: policy.id, rules: [{ delayMinutes: 1, targets: [{ teamId: team["id"] }] }] },
    ),
  ).toEqual({
    repeatCount: 1,
    rules: [{ delayMinutes: 1, targets: [{ team: { name: "Core", people: [{ name: "Bo" }] } }] }],
  })
  expect(
    await run(
      ed,
      `mutation ($id: ID!) { updateRotation(id: $id, timeZone: "Asia/Tokyo") {
        name timeZone layers { name participants { name } } } }`,
      { id: rotation.id },
    ),
  ).toEqual({
    name: "Primary",
    timeZone: "Asia/Tokyo",
    layers: [{ name: "Turns", participants: people }],
  })
  const lists = `query ($project: ID!) { project(id: $project) {
    onCallPolicies(first: 1) { edges { node { name rules { order } } } }
    rotations(first: 1) { edges { node { name layers { name } } } }
    teams(first: 1) { edges { node { name people { name } } } }
    onCallFeeds { edges { node { rotation { name } } } }
  } }`
  expect(await run(ada, lists, { project })).toEqual({
    onCallPolicies: { edges: [{ node: { name: "Standard", rules: [{ order: 1 }] } }] },
    rotations: { edges: [{ node: { name: "Primary", layers: [{ name: "Turns" }] } }] },
    teams: { edges: [{ node: { name: "Core", people: [{ name: "Bo" }] } }] },
    onCallFeeds: { edges: [{ node: { rotation: { name: "Primary" } } }] },
  })
  for (const [field, id] of [
    ["deleteOverride", override["id"]],
    ["deleteTeam", team["id"]],
    ["deleteRotation", rotation.id],
    ["deleteOnCallPolicy", policy.id],
  ] as const) {
    expect(await run(ed, `mutation ($id: ID!) { ${field}(id: $id) }`, { id })).toBe(id)
  }
})

test("a stream sends the project, from which on-call is read", async () => {
  const { projectId, ada } = await makeCrew(world)
  const stream = await subscribe({
    schema,
    document: parse(`subscription ($id: ID!) { onCallChanged(projectId: $id) {
      isSnapshot project { onCallNow(first: 1) { edges { node { ruleOrder } } } }
    } }`),
    variableValues: { id: projectId },
    contextValue: contextFor(world.services, ada.ctx.actor),
  })
  if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream))
  const { value } = await stream.next()
  expect(JSON.parse(JSON.stringify(value))).toEqual({
    data: {
      onCallChanged: {
        isSnapshot: true,
        project: { onCallNow: { edges: [{ node: { ruleOrder: 1 } }] } },
      },
    },
  })
  await stream.return(undefined)
})
