import { expect, test } from "vitest"
import { createAnnouncement } from "../../src/graphql/status-pages/announcement/create-announcement.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { announcements } from "../../src/pages/status-page/announcements.ts"
import { ask } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makePublicPage } from "../support/status-page.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const at = (time: string) => new Date(`2026-05-01T${time}:00Z`)

test("a page shows an announcement between its start and its end as plain text, and notifies nobody", async () => {
  const { projectId, page } = await makePublicPage(world)
  await createAnnouncement(world.system, {
    statusPageId: page.id,
    body: "We move <script>tonight</script>",
    startsAt: at("10:00"),
    endsAt: at("11:00"),
  })
  const view = async (time: string) => {
    const found = await readPublicPage(world.services, page.slug, at(time))
    if (found === null) throw new Error("the page is public")
    return found
  }
  const shown = async (time: string) => (await view(time)).announcements.map(({ body }) => body)
  expect(await shown("09:59")).toEqual([])
  expect(await shown("10:00")).toEqual(["We move <script>tonight</script>"])
  expect(await shown("11:00")).toEqual([])
  const { text } = announcements((await view("10:30")).announcements)
  expect(text).toContain("We move &lt;script&gt;tonight&lt;/script&gt;")
  const { prisma } = world.services.database
  expect(await prisma.delivery.count({ where: { projectId } })).toBe(0)
})

test("an announcement is created, updated and removed over GraphQL by those with permission", async () => {
  const { projectId, page } = await makePublicPage(world)
  const { ctx } = await makeMember(world, projectId, "editor")
  const viewer = await makeMember(world, projectId, "viewer")
  const announce = `mutation ($page: ID!) { announceOnStatusPage(
    statusPageId: $page, body: " Hello ", startsAt: "2999-01-01T00:00:00Z") { id body endsAt } }`
  const made = await ask(world, ctx.actor, announce, { page: page.id })
  const { announceOnStatusPage: announcement } = made.data as {
    announceOnStatusPage: { id: string }
  }
  expect(announcement).toEqual({ id: announcement.id, body: "Hello", endsAt: null })
  const refused = await ask(world, viewer.ctx.actor, announce, { page: page.id })
  expect(refused.errors).toMatchObject([{ code: "insufficient_scope" }])
  const change = `mutation ($id: ID!, $end: DateTime) {
    updateStatusPageAnnouncement(id: $id, endsAt: $end) { endsAt } }`
  const wrong = await ask(world, ctx.actor, change, {
    id: announcement.id,
    end: "2998-01-01T00:00:00Z",
  })
  expect(wrong.errors).toMatchObject([{ code: "validation_failed" }])
  const right = await ask(world, ctx.actor, change, {
    id: announcement.id,
    end: "2999-01-02T00:00:00Z",
  })
  expect(right.errors).toEqual([])
  const list = "query ($id: ID!) { statusPage(id: $id) { announcements { body } } }"
  const { data } = await ask(world, viewer.ctx.actor, list, { id: page.id })
  expect(data).toEqual({ statusPage: { announcements: [{ body: "Hello" }] } })
  const remove = "mutation ($id: ID!) { removeStatusPageAnnouncement(id: $id) }"
  expect((await ask(world, ctx.actor, remove, { id: announcement.id })).errors).toEqual([])
  expect((await ask(world, ctx.actor, remove, { id: announcement.id })).errors).toMatchObject([
    { code: "not_found" },
  ])
})
