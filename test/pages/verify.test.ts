import { expect, test } from "vitest"
import { createChannel } from "../../src/graphql/delivery/channel/create-channel.ts"
import { updateChannel } from "../../src/graphql/delivery/channel/update-channel.ts"
import { verifyUrl } from "../../src/graphql/delivery/channel/verify-link.ts"
import { email } from "../../src/channels/mail/send-email.ts"
import { senders } from "../../src/channels/senders.ts"
import type { Message } from "../../src/channels/message.ts"
import { handleVerification } from "../../src/pages/verify/serve-verify.ts"
import { channelSettings, codeOf } from "../support/channels.ts"
import { lanesOf } from "../support/queue.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"
import { useServer } from "../support/server.ts"

const world = useWorld({ ...testEnv, ...channelSettings })
const server = useServer(
  (req, res) => void handleVerification(world.services, req, res, req.url ?? ""),
)

const { name, settings } = { name: "Mail <b>", settings: { address: "ada@elsewhere.example" } }
const read = (id: string) =>
  world.services.database.prisma.channel.findUniqueOrThrow({ where: { id } })
const get = async (url: string, method = "GET") => {
  const response = await fetch(url, { method })
  return { status: response.status, text: await response.text() }
}

/** The link that verifies a channel, on the server under test. */
async function linkOf(id: string) {
  const { vault, env } = world.services
  const { codeExpiresAt } = await read(id)
  if (codeExpiresAt === null) throw new Error("no code is open")
  const open = { id, code: await codeOf(world, id), expiresAt: codeExpiresAt }
  return verifyUrl({ vault, env: { ...env, BASE_URL: server.address } }, open)
}

test("opening the mailed link verifies nothing, its button does, once", async () => {
  const { ctx } = await makePerson(world, "Ada <script>")
  const { id } = await createChannel(ctx, { kind: "email", name, settings })
  const sent: Message[] = []
  const send: typeof email.send = (_config, message) => {
    sent.push(message)
    return Promise.resolve({ kind: "accepted", receipt: null, isConfirmed: true })
  }
  const queues = lanesOf(world)
  await queues.sendDue("notice", { ...senders, email: { ...email, send } })
  const url = await linkOf(id)
  const path = new URL(url).pathname
  expect(sent).toMatchObject([{ kind: "code", verifyUrl: world.services.env.BASE_URL + path }])

  const looked = await get(url)
  expect(looked).toMatchObject({ status: 200 })
  expect(looked.text).toContain("Ada &lt;script&gt; wants to send alerts here")
  expect(looked.text).not.toMatch(/<script|ada@elsewhere/)
  expect((await get(url, "HEAD")).status).toBe(200)
  expect(await read(id)).toMatchObject({ verifiedAt: null })

  expect((await get(url, "POST")).text).toContain("Alerts will be sent here from now on")
  expect(await read(id)).toMatchObject({ verifiedAt: expect.any(Date), sealedCode: null })
  for (const method of ["GET", "POST"]) expect((await get(url, method)).status).toBe(410)
})

test("a newer code, another address, fifteen minutes or another signature invalidates a link", async () => {
  const { pool } = world.services.database
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "editor")
  const { id } = await createChannel(ctx, { projectId, kind: "email", name, settings })
  const first = await linkOf(id)
  expect((await get(first)).text).toContain("The project ")
  const moved = { settings: { address: "grace@elsewhere.example" } }
  await pool.query("update channel set code_expires_at = now() + interval '1 min' where id = $1", [
    id,
  ])
  await updateChannel(ctx, id, moved)
  expect(await get(first, "POST")).toMatchObject({ status: 410 })
  const second = await linkOf(id)
  // The lowest bits of the last character are ignored, so A and B would be the same signature.
  const forged = second.slice(0, -1) + (second.endsWith("A") ? "E" : "A")
  expect(await get(forged, "POST")).toMatchObject({ status: 410 })
  expect(await get(`${server.address}/verify/nonsense`, "POST")).toMatchObject({ status: 410 })
  await pool.query(
    "update channel set code_expires_at = date_trunc('milliseconds', now()) where id = $1",
    [id],
  )
  expect(await get(second, "POST")).toMatchObject({ status: 410 })
  expect(await read(id)).toMatchObject({ verifiedAt: null })

  await pool.query("update channel set code_expires_at = now() + interval '10 min' where id = $1", [
    id,
  ])
  expect(await get(await linkOf(id), "POST")).toMatchObject({ status: 200 })
  const where = { projectId, action: "channel.verified" }
  expect(await world.services.database.prisma.auditEntry.findFirst({ where })).toMatchObject({
    actorName: "a link that was sent to it",
  })
})
