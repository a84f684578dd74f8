import { expect, test } from "vitest"
import { previewStatusPage } from "../../src/graphql/status-pages/status-page/page-preview.ts"
import { useApi } from "../support/api.ts"
import { ask } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makePublicPage } from "../support/status-page.ts"

const api = useApi()
const { world } = api

const here = (url: string) => url.replace(world.services.env.BASE_URL, api.address)

async function makePreview(changes: Partial<Parameters<typeof previewStatusPage>[1]> = {}) {
  const { page, projectId, attach } = await makePublicPage(world, { isPublic: false })
  await attach("Shop")
  const { url } = await previewStatusPage(world.system, { id: page.id, ...changes })
  return { page, projectId, url: here(url) }
}

test("an editor previews a private page with unsaved changes in the page's style", async () => {
  const { page, url } = await makePreview({ name: "Acme <new>", accentColor: "#0a7d4b" })
  const answer = await fetch(url)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toMatch(/<h1[^>]*>Acme &lt;new&gt;<\/h1>/)
  expect(text).toContain("--accent:#0a7d4b")
  expect(text).toContain("Shop")
  expect(answer.headers.get("cache-control")).toBe("private, no-cache")
  expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow")
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'")
  // Only the dashboard, which has the same origin, may show it in a frame.
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'self'")
  expect(answer.headers.get("x-frame-options")).toBe("SAMEORIGIN")
  expect((await fetch(`${url}/badge`)).headers.get("content-type")).toContain("image/svg+xml")
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  expect((await fetch(`${api.address}/status/${page.slug}`)).status).toBe(404)
  const { name } = await world.services.database.prisma.statusPage.findUniqueOrThrow({
    where: { id: page.id },
  })
  expect(name).toBe("Acme")
})

test("a link that is not signed, tampered with, or expired shows nothing", async () => {
  const { page, url } = await makePreview()
  const other = await makePreview()
  const [id = ""] = url.split("/").at(-1)?.split(".") ?? []
  const signature = other.url.split(".").at(-1)
  for (const token of [id, `${id}.`, `${id}.${signature}`, `${page.id}.${signature}`, "%00", ""]) {
    expect((await fetch(`${api.address}/status/preview/${token}`)).status).toBe(404)
  }
  expect((await fetch(url)).status).toBe(200)
  await world.services.database.prisma.statusPagePreview.updateMany({
    where: { pageId: page.id },
    data: { expiresAt: new Date() },
  })
  expect((await fetch(url)).status).toBe(404)
})

test("only people who can edit a page can create a link", async () => {
  const { page, projectId } = await makePreview()
  const preview = `mutation ($id: ID!, $color: String) {
    previewStatusPage(id: $id, accentColor: $color) { url expiresAt } }`
  const viewer = await makeMember(world, projectId, "viewer")
  const editor = await makeMember(world, projectId, "editor")
  const ofViewer = await ask(world, viewer.ctx.actor, preview, { id: page.id })
  expect(ofViewer.errors).toMatchObject([{ code: "insufficient_scope" }])
  const wrong = await ask(world, editor.ctx.actor, preview, { id: page.id, color: "red" })
  expect(wrong.errors).toMatchObject([{ code: "validation_failed" }])
  const { data } = await ask(world, editor.ctx.actor, preview, { id: page.id })
  const { url } = (data as { previewStatusPage: { url: string } }).previewStatusPage
  expect((await fetch(here(url))).status).toBe(200)
})
