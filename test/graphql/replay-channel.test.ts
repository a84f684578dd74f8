import { expect, test } from "vitest"
import { replayDelivery } from "../../src/graphql/delivery/log/replay-delivery.ts"
import { arrived, lanesOf, startProviders } from "../support/queue.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const queues = lanesOf(world)
const { channels, got } = startProviders({ email: () => arrived() })

test("an editor replays a channel's deliveries with a full retry schedule", async () => {
  const { id: projectId } = await makeProject(world)
  const channel = await queues.makeChannel(projectId, "email")
  const id = await queues.enqueueMessages(projectId, channel)
  const { ctx } = await makeMember(world, projectId, "editor")
  await queues.sql("update delivery set state = 'dead', tries = 10 where id = $1", [id])
  expect(await replayDelivery(ctx, id)).toMatchObject({ state: "pending", tries: 0 })
  await queues.sendDue("notice", channels)
  expect(got.filter(({ deliveryId }) => deliveryId === id)).toHaveLength(1)
  const viewer = await makeMember(world, projectId, "viewer")
  await expect(replayDelivery(viewer.ctx, id)).rejects.toMatchObject({ code: "insufficient_scope" })
  await queues.sql("update channel set enabled = false where id = $1", [channel.id])
  await expect(replayDelivery(ctx, id)).rejects.toMatchObject({ code: "conflict" })
  await queues.sql("delete from channel where id = $1", [channel.id])
  await expect(replayDelivery(ctx, id)).rejects.toMatchObject({ code: "conflict" })
})

test("personal deliveries can be replayed only by their person", async () => {
  const { userId, ctx } = await makePerson(world)
  const channel = await queues.makeChannel(null, "email", { userId })
  const own = { event: "alert.digest", subjectId: userId } as const
  const id = await queues.enqueueMessages(null, channel, own)
  const other = await makePerson(world)
  await expect(replayDelivery(other.ctx, id)).rejects.toMatchObject({ code: "not_found" })
  expect(await replayDelivery(ctx, id)).toMatchObject({ state: "pending" })
  // The number is not verified, and codes and tests to it are limited.
  for (const event of ["channel.code", "channel.test"]) {
    const counted = await queues.enqueueMessages(null, channel, { event, subjectId: userId })
    await expect(replayDelivery(ctx, counted)).rejects.toMatchObject({ code: "conflict" })
  }
})

test("the permission to replay a notice depends on its subject", async () => {
  const { id: projectId } = await makeProject(world)
  const channel = await queues.makeChannel(projectId, "email")
  const id = await queues.enqueueMessages(projectId, channel, { event: "invitation.created" })
  const [editor, admin] = [
    await makeMember(world, projectId, "editor"),
    await makeMember(world, projectId, "admin"),
  ]
  await expect(replayDelivery(editor.ctx, id)).rejects.toMatchObject({ code: "insufficient_scope" })
  expect(await replayDelivery(admin.ctx, id)).toMatchObject({ state: "pending" })
})
