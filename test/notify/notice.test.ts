import { beforeEach, expect, test } from "vitest"
import { enqueue } from "../../src/graphql/delivery/enqueue.ts"
import type { EventKind } from "../../src/graphql/delivery/event.ts"
import { disableEndpoint } from "../../src/graphql/webhook/disable.ts"
import { transact } from "../../src/graphql/transaction.ts"
import { newId } from "../../src/id.ts"
import { deliverDue } from "../../src/notify/deliver.ts"
import type { Prisma } from "../../src/postgres.ts"
import { arrived, lanesOf, startProviders } from "../support/lane.ts"
import { makeMember } from "../support/people.ts"
import { webhooksOf } from "../support/webhooks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const lanes = lanesOf(world)
const webhooks = webhooksOf(world)

beforeEach(() => lanes.sql("delete from delivery"))

const happen = (projectId: string, event: EventKind, payload: Prisma.InputJsonObject) =>
  transact(world.services, (tx) =>
    enqueue(tx, { projectId, event, subjectId: newId(), dedupeKey: newId(), payload }),
  )

async function send() {
  const { channels, got } = startProviders({ email: () => arrived() })
  await deliverDue(world.services)
  await lanes.sendDue("notice", channels)
  return got.map(({ config, message }) => ({ to: config, message }))
}

test("the owners of a project hear by e-mail that an endpoint was disabled, and nobody else", async () => {
  const { id: projectId, name } = await makeProject(world)
  const first = await makeMember(world, projectId, "owner")
  const second = await makeMember(world, projectId, "owner")
  await makeMember(world, projectId, "admin")
  await lanes.makeChannel(null, "email", { userId: second.userId, verifiedAt: null })
  await lanes.makeChannel(null, "email", {
    userId: second.userId,
    sealedConfig: world.services.vault.seal(JSON.stringify({ address: "proven@example.com" })),
  })
  const { endpoint } = await webhooks.make(projectId, "https://127.0.0.1/hook/secret")
  await transact(world.services, (tx) => disableEndpoint(tx, endpoint, "failing"))
  const mails = await send()
  expect(mails.map(({ to }) => to)).toEqual(
    expect.arrayContaining([{ address: first.email }, { address: "proven@example.com" }]),
  )
  expect(mails).toHaveLength(2)
  const [{ message } = { message: null }] = mails
  expect(message).toMatchObject({
    subject: `A webhook endpoint of ${name} was disabled`,
    paragraphs: [
      expect.stringContaining("Nothing has arrived there for five days"),
      expect.any(String),
    ],
  })
  expect(JSON.stringify(message)).not.toContain("secret")
})

const handOver = (user: { id: string; name: string } | null) => ({
  rotation: { id: newId(), name: "Primary" },
  previous_user: { id: newId(), name: "Grace" },
  user,
  gap_reason: null,
  since: "2026-11-21T08:00:00.000Z",
  until: "2026-11-28T08:00:00.000Z",
})

test("whoever comes on duty is told until when; nobody is told of a gap, or of another's project", async () => {
  const { id: projectId, name } = await makeProject(world)
  const { userId: id, email } = await makeMember(world, projectId, "editor")
  const stranger = await makeMember(world, (await makeProject(world)).id, "editor")
  await happen(projectId, "on_call.handed_over", handOver({ id, name: "Ada" }))
  await happen(projectId, "on_call.handed_over", handOver(null))
  await happen(projectId, "on_call.handed_over", handOver({ id: stranger.userId, name: "Eve" }))
  expect(await send()).toEqual([
    {
      to: { address: email },
      message: {
        kind: "notice",
        subject: "You are on call for Primary",
        paragraphs: [
          `From now on you are on call for Primary of ${name}. You take over from Grace.`,
          "Your shift lasts until Saturday, 28 November 2026 at 08:00 (UTC), unless somebody changes the rotation.",
        ],
        link: { label: "See who is on call", url: expect.stringMatching(/\/on-call$/) },
        unsubscribeUrl: null,
      },
    },
  ])
})
