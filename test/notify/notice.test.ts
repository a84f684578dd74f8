import { partlyTold } from "../support/effects.ts"
import { beforeEach, expect, test } from "vitest"
import { enqueue } from "../../src/graphql/outbox/enqueue-event.ts"
import type { EventKind } from "../../src/graphql/outbox/event-kinds.ts"
import { disableEndpoint } from "../../src/graphql/delivery/webhook/disable-webhook.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { newId } from "../../src/platform/id.ts"
import type { Prisma } from "../../src/platform/postgres.ts"
import { arrived, lanesOf, startProviders } from "../support/queue.ts"
import { makeMember } from "../support/people.ts"
import { webhooksOf } from "../support/webhooks.ts"
import { makeProject, useWorld } from "../support/world.ts"
import { fanOutDue } from "../support/events.ts"

const world = useWorld()
const queues = lanesOf(world)
const webhooks = webhooksOf(world)

beforeEach(() => queues.sql("delete from delivery"))

const happen = (projectId: string, event: EventKind, payload: Prisma.InputJsonObject) =>
  transact(world.services, (tx) =>
    enqueue(tx, partlyTold({ projectId, event, subjectId: newId(), dedupeKey: newId(), payload })),
  )

async function send() {
  const { channels, got } = startProviders({ email: () => arrived() })
  await fanOutDue(world.services)
  await queues.sendDue("notice", channels)
  return got.map(({ config, message }) => ({ to: config, message }))
}

test("the owners of a project are mailed when an endpoint is disabled, and nobody else", async () => {
  const { id: projectId, name } = await makeProject(world)
  const first = await makeMember(world, projectId, "owner")
  const second = await makeMember(world, projectId, "owner")
  await makeMember(world, projectId, "admin")
  await queues.makeChannel(null, "email", { userId: second.userId, verifiedAt: null })
  await queues.makeChannel(null, "email", {
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
    subject: `Webhook endpoint disabled in ${name}`,
    paragraphs: [
      expect.stringContaining("No delivery succeeded for five days"),
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

test("a notice is in the language of the person", async () => {
  const { id: projectId, name } = await makeProject(world)
  const { userId: id } = await makeMember(world, projectId, "editor")
  await world.services.database.prisma.user.update({ where: { id }, data: { language: "de" } })
  await happen(projectId, "on_call.handed_over", handOver({ id, name: "Ada" }))
  const [mail] = await send()
  expect(mail?.message).toMatchObject({
    language: "de",
    subject: "Sie haben Bereitschaft: Primary",
    paragraphs: [
      `Sie haben jetzt Bereitschaft für Primary in ${name}. Sie übernehmen von Grace.`,
      "Ihre Schicht endet: Samstag, 28. November 2026 um 08:00 (UTC).",
    ],
  })
})

test("a person coming on call is notified with the end of the shift; nobody is notified of a gap or another project", async () => {
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
          `You are now on call for Primary in ${name}. You take over from Grace.`,
          "Your shift ends Saturday, 28 November 2026 at 08:00 (UTC).",
        ],
        link: { label: "View on-call schedule", url: expect.stringMatching(/\/on-call$/) },
        unsubscribeUrl: null,
      },
    },
  ])
})
