import { expect, test } from "vitest"
import { channelSettings, codeOf, makeChannel } from "../../support/channels.ts"
import { ask, keyActor } from "../../support/ask.ts"
import { makeMember, makePerson } from "../../support/people.ts"
import { makeProject, testEnv, useWorld } from "../../support/world.ts"

const world = useWorld({ ...testEnv, ...channelSettings, TWILIO_URL: undefined })

test("a person adds, verifies, tests and removes a channel over GraphQL, and follows the test", async () => {
  const { ctx } = await makePerson(world)
  const created = await ask(
    world,
    ctx.actor,
    `mutation { createChannel(kind: EMAIL, name: "Mail", settings: { address: "Ada@Mail.example" }) {
      id kind hint verifiedAt enabled } }`,
  )
  expect(created.errors).toEqual([])
  const { createChannel } = created.data as { createChannel: { id: string } }
  const { id, ...channel } = createChannel
  expect(channel).toEqual({
    kind: "EMAIL",
    hint: "a•••@mail.example",
    verifiedAt: null,
    enabled: true,
  })
  const code = await codeOf(world, id)
  const done = await ask(
    world,
    ctx.actor,
    `mutation ($id: ID!, $code: String!) {
       verifyChannel(id: $id, code: $code) { verifiedAt }
       testChannel(id: $id) { state nextAttemptAt attemptCount attempts { number } }
     }`,
    { id, code },
  )
  expect(done).toMatchObject({
    errors: [],
    data: {
      verifyChannel: { verifiedAt: expect.any(String) },
      testChannel: { state: "PENDING", attemptCount: 0, attempts: [] },
    },
  })
  const seen = await ask(
    world,
    ctx.actor,
    `{ viewer { channels { id deliveries { edges { node { event state payload } } } } } }`,
  )
  expect(seen).toEqual({
    errors: [],
    data: {
      viewer: {
        channels: [
          {
            id,
            deliveries: {
              edges: [
                { node: { event: "channel.test", state: "PENDING", payload: {} } },
                { node: { event: "channel.code", state: "PENDING", payload: {} } },
              ],
            },
          },
        ],
      },
    },
  })
  const gone = await ask(world, ctx.actor, `mutation ($id: ID!) { deleteChannel(id: $id) }`, { id })
  expect(gone).toEqual({ errors: [], data: { deleteChannel: id } })
})

test("a key with on_call:read lists a project's team channels but no personal ones", async () => {
  const { id: projectId } = await makeProject(world)
  const member = await makeMember(world, projectId, "editor")
  const settings = { address: "room@shop.example" }
  const room = await makeChannel(world, { projectId }, { kind: "email", settings })
  const own = await makeChannel(world, { userId: member.userId }, { kind: "email", settings })
  const key = keyActor(projectId, crypto.randomUUID(), ["on_call:read"])
  const answer = await ask(
    world,
    key,
    `query ($projectId: ID!, $own: ID!) {
       project(id: $projectId) { channels { edges { node { id hint } } } }
       viewer { channels { id } }
       channel(id: $own) { id }
     }`,
    { projectId, own: own.id },
  )
  expect(answer.data).toEqual({
    project: { channels: { edges: [{ node: { id: room.id, hint: "r•••@shop.example" } }] } },
    viewer: { channels: [] },
    channel: null,
  })
  expect(answer.errors).toMatchObject([{ path: "channel", code: "not_found" }])
})

test("channelKinds returns each kind's fields and the installation's missing settings", async () => {
  const { ctx } = await makePerson(world)
  const answer = await ask(world, ctx.actor, `{ channelKinds { kind owners settings missing } }`)
  const kinds = answer.data?.["channelKinds"] as { kind: string }[]
  const of = (kind: string) => kinds.find((one) => one.kind === kind)
  expect(of("EMAIL")).toMatchObject({
    owners: ["USER", "PROJECT"],
    missing: null,
    settings: { type: "object", required: ["address"], additionalProperties: false },
  })
  expect(of("SMS")).toMatchObject({ missing: "Set TWILIO_URL." })
  const refused = await ask(
    world,
    ctx.actor,
    `mutation { createChannel(kind: SMS, name: "Phone", settings: { number: "+4915112345678" }) { id } }`,
  )
  expect(refused.errors).toMatchObject([
    {
      code: "conflict",
      message: "This installation cannot send over sms yet. Set TWILIO_URL.",
    },
  ])
  const stranger = await ask(world, { kind: "anonymous" }, `{ channelKinds { kind } }`)
  expect(stranger.errors).toMatchObject([{ code: "unauthorized" }])
})
