import { expect, test } from "vitest"
import { acknowledgeUrl } from "../../src/graphql/incidents/alert/acknowledge-link.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { newId } from "../../src/platform/id.ts"
import type { Role } from "../../prisma/generated/enums.ts"
import { makeChannel } from "../support/channels.ts"
import { makeOutage } from "../support/outage.ts"
import { makeMember } from "../support/people.ts"
import { handleAcknowledgement } from "../../src/pages/acknowledge/serve-acknowledge.ts"
import { makeProject, useWorld } from "../support/world.ts"
import { useServer } from "../support/server.ts"

const world = useWorld()
const server = useServer(
  (req, res) =>
    void handleAcknowledgement(
      world.services,
      req,
      res,
      req.url ?? "",
      new AbortController().signal,
    ),
)

/** A page of a new alert, and its link. */
async function makePage(role: Role = "editor", name = "Ada <b>Lovelace</b>") {
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const { userId } = await makeMember(world, projectId, role, name)
  const { alertId } = await makeOutage(world, projectId, { monitorName: "Shop <script>" })
  const pageId = newId()
  const turn = { id: pageId, projectId, alertId, round: 1, ruleOrder: 0, reason: "rule 1" }
  await prisma.page.create({ data: { ...turn, userId } })
  return { projectId, alertId, pageId, userId, turn, url: linkOf(alertId, pageId) }
}

const linkOf = (alertId: string, pageId: string) => {
  const { env, vault } = world.services
  return acknowledgeUrl({ env: { ...env, BASE_URL: server.address }, vault }, { alertId, pageId })
}
const readAlert = (id: string) =>
  world.services.database.prisma.alert.findUniqueOrThrow({ where: { id } })
const press = async (url: string, form?: Record<string, string>) => {
  const body = form && new URLSearchParams(form)
  const response = await fetch(url, { method: "POST", ...(body && { body }) })
  return { status: response.status, url: response.url, text: await response.text() }
}

test("opening the link acknowledges nothing; its button does, as the paged person", async () => {
  const { url, alertId, projectId, userId } = await makePage()
  expect((await fetch(url, { method: "HEAD" })).status).toBe(200)
  const looked = await fetch(url)
  expect(looked.status).toBe(200)
  expect(looked.headers.get("cache-control")).toBe("no-store")
  expect(looked.headers.get("referrer-policy")).toBe("no-referrer")
  const text = await looked.text()
  expect(text).toContain("Acknowledge as Ada &lt;b&gt;Lovelace&lt;/b&gt;")
  expect(text).toContain("Shop &lt;script&gt;")
  expect(text).not.toContain("Shop <script")
  expect(looked.headers.get("content-security-policy")).not.toContain("unsafe")
  expect((await readAlert(alertId)).acknowledgedAt).toBeNull()
  const pressed = await press(url)
  expect(pressed).toMatchObject({ status: 200, url })
  expect(pressed.text).toContain("Acknowledged by you, Ada")
  expect(pressed.text).not.toContain("Acknowledge as")
  expect((await readAlert(alertId)).acknowledgedBy).toBe("Ada <b>Lovelace</b>")
  const { prisma } = world.services.database
  const entries = await prisma.auditEntry.findMany({ where: { projectId, subjectId: alertId } })
  expect(entries).toMatchObject([
    { action: "alert.acknowledged", actorKind: "user", actorId: userId },
  ])
  // Clicked again on a page that stayed open.
  expect((await press(url)).text).toContain("Acknowledged by you")
})

test("a resolved alert and an old link say so, and nothing is acknowledged", async () => {
  const { services, system } = world
  const resolved = await makePage()
  await resolveAlert(system, resolved.alertId)
  const over = await fetch(resolved.url).then((one) => one.text())
  expect([...over.matchAll(/name="action" value="(\w+)"/g)].map(([, name]) => name)).toEqual([
    "note",
  ])
  expect(await press(resolved.url)).toMatchObject({
    status: 409,
    text: expect.stringContaining("No action needed"),
  })
  const old = await makePage()
  await services.database.pool.query(
    "update page set created_at = now() - interval '7 days' where id = $1",
    [old.pageId],
  )
  expect((await fetch(old.url)).status).toBe(410)
  expect(await press(old.url, { action: "snooze", minutes: "30" })).toMatchObject({ status: 410 })
  expect(await press(old.url)).toMatchObject({
    status: 410,
    text: expect.stringContaining("This link has expired"),
  })
  expect((await readAlert(old.alertId)).acknowledgedAt).toBeNull()
})

test("a link works only for its own page, and stops working when its person leaves the project", async () => {
  const [one, other] = [await makePage(), await makePage()]
  const swapped = linkOf(other.alertId, one.pageId)
  const bent = `${one.url.slice(0, -2)}${one.url.endsWith("AA") ? "BB" : "AA"}`
  for (const url of [
    swapped,
    bent,
    linkOf(one.alertId, newId()),
    `${server.address}/acknowledge/x`,
  ]) {
    expect((await fetch(url)).status).toBe(404)
    expect((await press(url)).status).toBe(404)
  }
  const { prisma } = world.services.database
  await prisma.member.deleteMany({ where: { userId: one.userId } })
  expect((await fetch(one.url)).status).toBe(404)
  expect((await press(one.url)).status).toBe(404)
  expect((await readAlert(one.alertId)).acknowledgedAt).toBeNull()
})

test("a paged person may acknowledge in any role; a team channel does so in its own name", async () => {
  const viewer = await makePage("viewer", "Vera")
  expect((await press(viewer.url)).text).toContain("Acknowledged by you, Vera")
  const room = await makePage()
  const { projectId, alertId, turn } = room
  const settings = { address: "team@shop.example" }
  const channel = await makeChannel(world, { projectId }, { kind: "email", settings })
  const pageId = newId()
  await world.services.database.prisma.page.create({
    data: { ...turn, id: pageId, channelId: channel.id },
  })
  expect((await press(linkOf(alertId, pageId))).text).toContain("Acknowledged by you, My email")
})

test("the page says what is known, and each of its buttons acts in the person's name", async () => {
  const { url, projectId, alertId, userId } = await makePage("editor", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  const { prisma } = world.services.database
  const shown = await fetch(url).then((one) => one.text())
  for (const part of ["I need help", "Snooze", "Who was paged", "What changed"])
    expect(shown).toContain(part)
  expect(shown).toContain(`<option value="user:${bo.userId}">Bo</option>`)

  await press(url, { action: "page", whom: `user:${bo.userId}`, note: "Disk" })
  expect(await prisma.page.findFirst({ where: { userId: bo.userId } })).toMatchObject({
    alertId,
    askedBy: "Ada",
  })
  await press(url, { action: "snooze", minutes: "30" })
  expect((await readAlert(alertId)).snoozedBy).toBe("Ada")
  await press(url, { action: "unsnooze" })
  expect((await readAlert(alertId)).snoozedUntil).toBeNull()
  await press(url, { action: "note", body: "<b>Restarted</b>" })
  await press(url, { action: "take" })
  expect((await readAlert(alertId)).assigneeId).toBe(userId)
  const noted = await fetch(url).then((one) => one.text())
  expect(noted).toContain("Note by <bdi>Ada</bdi>")
  expect(noted).toContain("&lt;b&gt;Restarted&lt;/b&gt;")
  for (const form of [
    { action: "explode" },
    { action: "snooze", minutes: "-1" },
    { action: "note", body: "" },
  ])
    expect((await press(url, form)).status).toBe(400)
  await press(url, { action: "resolve" })
  expect((await readAlert(alertId)).resolvedBy).toBe("Ada")
})

test("a viewer who was paged cannot resolve, and is not offered to", async () => {
  const { url, alertId } = await makePage("viewer", "Vera")
  expect(await fetch(url).then((one) => one.text())).not.toContain('value="resolve"')
  const refused = await press(url, { action: "resolve" })
  expect(refused).toMatchObject({
    status: 403,
    text: expect.stringContaining("Nothing was changed"),
  })
  expect((await readAlert(alertId)).resolvedAt).toBeNull()
})

test("an open page hears at once that the alert changed", async () => {
  const { url, alertId } = await makePage("editor", "Ada")
  const stop = new AbortController()
  const stream = await fetch(`${url}/events`, { signal: stop.signal })
  expect(stream.headers.get("content-type")).toBe("text/event-stream")
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe("data: changed\n\n")
  await press(url)
  expect((await reader?.read())?.value).toBe("data: changed\n\n")
  stop.abort()
  expect((await readAlert(alertId)).acknowledgedBy).toBe("Ada")
  expect((await fetch(`${server.address}/acknowledge/x/events`)).status).toBe(204)
})
