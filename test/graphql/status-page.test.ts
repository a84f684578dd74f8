import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import {
  arrange,
  moveId,
  moveRow,
} from "../../src/graphql/status-pages/status-page/rules/arrange-resources.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createGroup } from "../../src/graphql/status-pages/status-page/create-group.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { deleteGroup } from "../../src/graphql/status-pages/status-page/delete-group.ts"
import { deleteStatusPage } from "../../src/graphql/status-pages/status-page/delete-status-page.ts"
import { detachResource } from "../../src/graphql/status-pages/status-page/detach-resource.ts"
import { moveResource } from "../../src/graphql/status-pages/status-page/move-resource.ts"
import { setLogo } from "../../src/graphql/status-pages/status-page/set-logo.ts"
import { checkSlug } from "../../src/graphql/status-pages/status-page/check-page-address.ts"
import { isSlug, slugOf } from "../../src/graphql/status-pages/status-page/page-slug.ts"
import { updateGroup } from "../../src/graphql/status-pages/status-page/update-group.ts"
import { updateResource } from "../../src/graphql/status-pages/status-page/update-resource.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { newId } from "../../src/platform/id.ts"
import { insertMonitor } from "../support/checks.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const said = async (attempt: Promise<unknown>) => {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown)
  return error instanceof DomainError
    ? { code: error.code, message: error.message, issues: error.issues }
    : error
}

async function makePage(plan: "free" | "pro" = "pro") {
  const { id: projectId } = await makeProject(world, plan)
  const page = await createStatusPage(world.system, { projectId, name: "Acme" })
  const attach = async (name: string) => {
    const { id: monitorId } = await insertMonitor(world, projectId, { name })
    return attachMonitor(world.system, { statusPageId: page.id, monitorId })
  }
  return { projectId, page, attach }
}

/** The contents of a page in order, as group and name. */
async function shown(pageId: string) {
  const rows = await world.services.database.prisma.statusPageResource.findMany({
    where: { pageId },
    orderBy: { order: "asc" },
    select: { displayName: true, order: true, group: { select: { name: true } } },
  })
  return rows.map(({ displayName, group }) => `${group?.name ?? "-"}/${displayName}`)
}

describe("a slug", () => {
  test("is derived from the name, with a suffix if it is taken", async () => {
    expect([slugOf("Café Noir!"), slugOf("Überwachung"), slugOf("状態")]).toEqual([
      "cafe-noir",
      "uberwachung",
      "",
    ])
    const { id: projectId } = await makeProject(world)
    const name = `Café ${newId()}`
    const first = await createStatusPage(world.system, { projectId, name })
    expect(first).toMatchObject({ slug: slugOf(name), isPublic: false, description: null })
    const second = await createStatusPage(world.system, { projectId, name })
    expect(second.slug).toMatch(new RegExp(`^${slugOf(name)}-[a-z0-9]{6}$`))
    expect(await createStatusPage(world.system, { projectId, name: "状態" })).toMatchObject({
      slug: expect.stringMatching(/^status-[a-z0-9]{6}$/),
    })
    expect(await createStatusPage(world.system, { projectId, name: "Badge" })).toMatchObject({
      slug: expect.stringMatching(/^badge-[a-z0-9]{6}$/),
    })
  })

  test("derived from any name is a valid part of a URL", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        const slug = slugOf(name)
        expect(slug.length).toBeLessThanOrEqual(56)
        expect(slug.length < 3 || isSlug(slug)).toBe(true)
      }),
    )
  })

  test("that is chosen must be valid, not reserved and unique in the installation", async () => {
    const { id: projectId } = await makeProject(world)
    const create = (slug: string) =>
      said(createStatusPage(world.system, { projectId, name: "Acme", slug }))
    const odd = ["ab", "a".repeat(64), "Acme", "-acme", "acme-", "ac me", "acme/x", "a\u0000bc", ""]
    for (const slug of [...odd, "rss", "admin"]) {
      expect(await create(slug)).toMatchObject({
        code: "validation_failed",
        issues: [{ pointer: "#/slug" }],
      })
    }
    const { page } = await makePage()
    expect(await create(page.slug)).toMatchObject({
      issues: [
        { pointer: "#/slug", detail: "is taken by another status page; choose another one" },
      ],
    })
    expect(await create(`a${"b".repeat(62)}`)).toMatchObject({ slug: `a${"b".repeat(62)}` })
    // The same is said before it is saved.
    expect(await checkSlug(world.system, projectId, page.slug)).toMatch(/^is taken/)
    expect(await checkSlug(world.system, projectId, "admin")).toMatch(/^is reserved/)
    expect(await checkSlug(world.system, projectId, "ab")).toMatch(/^must be 3 to 63/)
    expect(await checkSlug(world.system, projectId, `${page.slug}-2`)).toBeNull()
    const viewer = await makeMember(world, projectId, "viewer")
    await expect(checkSlug(viewer.ctx, projectId, page.slug)).rejects.toMatchObject({
      code: "insufficient_scope",
    })
  })
})

test("the Free plan allows one page, also for two concurrent requests", async () => {
  const { id: projectId } = await makeProject(world, "free")
  const attempts = await Promise.all(
    ["Acme", "Acme two"].map((name) => said(createStatusPage(world.system, { projectId, name }))),
  )
  expect(attempts.filter((one) => !("code" in (one as object)))).toHaveLength(1)
  expect(attempts).toContainEqual({
    code: "plan_limit_exceeded",
    message:
      "The Free plan is limited to 1 status pages; the project has 1 and this would add 1. Delete some, or move the project to the Pro plan.",
    issues: [],
  })
})

test("a page's text and visibility can change, its slug cannot, and the audit log records who changed it", async () => {
  const { page, projectId } = await makePage()
  const { id, slug } = page
  expect(
    await updateStatusPage(world.system, { id, description: "All of it", isPublic: true }),
  ).toMatchObject({ name: "Acme", description: "All of it", isPublic: true, slug })
  expect(await updateStatusPage(world.system, { id, description: null })).toMatchObject({
    name: "Acme",
    description: null,
    isPublic: true,
  })
  expect(await said(updateStatusPage(world.system, { id }))).toMatchObject({
    message:
      "The input is not valid: # must contain at least one of name, description, isPublic, language, accentColor, theme, font, density, links, customCss, showsMaker and showsCorrections",
  })
  await deleteStatusPage(world.system, id)
  expect(await said(deleteStatusPage(world.system, id))).toMatchObject({ code: "not_found" })
  const entries = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, subjectId: id },
    orderBy: { id: "asc" },
    select: { action: true, subjectName: true, changes: true },
  })
  expect(entries).toEqual([
    { action: "status_page.created", subjectName: "Acme", changes: { slug, isPublic: false } },
    {
      action: "status_page.updated",
      subjectName: "Acme",
      changes: { description: "All of it", isPublic: true },
    },
    { action: "status_page.updated", subjectName: "Acme", changes: { description: null } },
    { action: "status_page.deleted", subjectName: "Acme", changes: { slug } },
  ])
})

const base64 = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part))).toString("base64")

describe("a logo", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  )
  test("is recognized by its bytes, replaced and removed", async () => {
    const { page } = await makePage()
    const { prisma } = world.services.database
    const logo = () =>
      prisma.statusPageLogo.findUnique({ where: { pageId: page.id }, select: { type: true } })
    const images: [string, string][] = [
      ["image/png", png.toString("base64")],
      ["image/jpeg", base64(Buffer.from("ffd8ffe0", "hex"))],
      ["image/gif", base64("GIF89a")],
      ["image/webp", base64("RIFF\u0000\u0000\u0000\u0000WEBP")],
    ]
    for (const [type, image] of images) {
      await setLogo(world.system, { id: page.id, image })
      expect(await logo()).toEqual({ type })
    }
    const dark = { id: page.id, image: png.toString("base64"), isForDark: true }
    await setLogo(world.system, dark)
    expect(await logo()).toEqual({ type: "image/webp" })
    await setLogo(world.system, { id: page.id, image: null })
    await setLogo(world.system, { id: page.id, image: null })
    await expect(setLogo(world.system, dark)).rejects.toMatchObject({ code: "validation_failed" })
    expect(await logo()).toBeNull()
  })

  test("is refused if it is not an image, could run scripts, or is too large", async () => {
    const { page } = await makePage()
    const wrong: [string, string][] = [
      ["not base64!", "must be an image in base64"],
      ["", "must be a PNG, JPEG, GIF or WebP image"],
      [base64("<svg onload=alert(1)>"), "must be a PNG, JPEG, GIF or WebP image"],
      [base64("RIFF\u0000\u0000\u0000\u0000WAVE"), "must be a PNG, JPEG, GIF or WebP image"],
      [base64(png, Buffer.alloc(40_960)), "must be at most 40,960 bytes"],
    ]
    for (const [image, detail] of wrong) {
      expect(await said(setLogo(world.system, { id: page.id, image }))).toMatchObject({
        issues: [{ pointer: "#/image", detail }],
      })
    }
  })
})

describe("attaching", () => {
  test("appends concurrently and uses the monitor's current name", async () => {
    const { page, projectId } = await makePage()
    const names = ["Shop", "Mail", "Api", "Docs", "Cdn", "Db"]
    const monitors = await Promise.all(
      names.map((name) => insertMonitor(world, projectId, { name })),
    )
    const rows = await Promise.all(
      monitors.map(({ id }) =>
        attachMonitor(world.system, { statusPageId: page.id, monitorId: id }),
      ),
    )
    expect(rows.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
    expect(rows.map(({ displayName }) => displayName)).toEqual(names)
    expect(rows[0]).toMatchObject({ displayDescription: "", showUptimePercent: true })
  })

  test("refuses a monitor that is already attached, also in a race", async () => {
    const { page, projectId } = await makePage()
    const { id: monitorId } = await insertMonitor(world, projectId)
    const attach = () => said(attachMonitor(world.system, { statusPageId: page.id, monitorId }))
    const attempts = await Promise.all([attach(), attach(), attach()])
    expect(attempts.filter((one) => "order" in (one as object))).toHaveLength(1)
    expect(await attach()).toMatchObject({
      code: "validation_failed",
      issues: [{ pointer: "#/monitorId", detail: "is already shown on this page" }],
    })
    expect(await shown(page.id)).toEqual(["-/Shop"])
  })

  test("a monitor of another project, a deleted one and an unknown one fail alike", async () => {
    const { page, projectId } = await makePage()
    const foreign = await insertMonitor(world, (await makeProject(world)).id)
    const gone = await insertMonitor(world, projectId)
    await deleteMonitor(world.system, gone.id)
    for (const monitorId of [foreign.id, gone.id, newId()]) {
      const given = { statusPageId: page.id, monitorId }
      expect(await said(attachMonitor(world.system, given))).toEqual({
        code: "validation_failed",
        message: "The input is not valid: #/monitorId must be a monitor of this project",
        issues: [{ pointer: "#/monitorId", detail: "must be a monitor of this project" }],
      })
    }
  })

  test("a deleted monitor is removed from every page, even if it is attached concurrently", async () => {
    const { page, projectId, attach } = await makePage()
    await attach("Mail")
    for (let round = 0; round < 5; round += 1) {
      const { id: monitorId } = await insertMonitor(world, projectId)
      await Promise.all([
        said(attachMonitor(world.system, { statusPageId: page.id, monitorId })),
        deleteMonitor(world.system, monitorId),
      ])
    }
    expect(await shown(page.id)).toEqual(["-/Mail"])
  })
})

test("detaching moves nothing else, and the next one attached comes last", async () => {
  const { page, attach } = await makePage()
  const rows = [await attach("A"), await attach("B"), await attach("C")]
  const id = rows[1]?.id ?? ""
  const other = await makePage()
  expect(
    await said(detachResource(world.system, { id, statusPageId: other.page.id })),
  ).toMatchObject({ code: "not_found" })
  await detachResource(world.system, { id, statusPageId: page.id })
  expect(await said(detachResource(world.system, { id }))).toMatchObject({ code: "not_found" })
  await attach("D")
  expect(await shown(page.id)).toEqual(["-/A", "-/C", "-/D"])
})

test("display names and descriptions belong to the page", async () => {
  const { attach } = await makePage()
  const { id } = await attach("prod-eu-1")
  const words = { displayName: "Shop", displayDescription: "Buy here", showUptimePercent: false }
  expect(await updateResource(world.system, { id, ...words })).toMatchObject(words)
  expect(await updateResource(world.system, { id, displayDescription: "" })).toMatchObject({
    displayName: "Shop",
    displayDescription: "",
  })
  expect(await said(updateResource(world.system, { id }))).toMatchObject({
    code: "validation_failed",
  })
  expect(await said(updateResource(world.system, { id, displayName: " " }))).toMatchObject({
    issues: [{ pointer: "#/displayName" }],
  })
})

test("groups contain the resources moved into them, move as a whole, and keep resources on the page when deleted", async () => {
  const { page, attach } = await makePage()
  const [a, b, c] = [await attach("A"), await attach("B"), await attach("C")]
  const group = (name: string) => createGroup(world.system, { statusPageId: page.id, name })
  const [x, y] = [await group("X"), await group("Y")]
  await moveResource(world.system, { id: c.id, groupId: y.id, position: 1 })
  await moveResource(world.system, { id: a.id, groupId: x.id, position: 7 })
  await moveResource(world.system, { id: b.id, groupId: y.id, position: 1 })
  expect(await shown(page.id)).toEqual(["X/A", "Y/B", "Y/C"])
  await moveResource(world.system, { id: b.id, position: 2 })
  expect(await shown(page.id)).toEqual(["X/A", "Y/C", "Y/B"])
  await updateGroup(world.system, { id: y.id, position: 1, name: "Why" })
  expect(await shown(page.id)).toEqual(["Why/C", "Why/B", "X/A"])
  const d = await attach("D")
  expect(d.order).toBe(4)
  await deleteGroup(world.system, y.id)
  expect(await shown(page.id)).toEqual(["X/A", "-/C", "-/B", "-/D"])
  await moveResource(world.system, { id: d.id, groupId: null, position: 1 })
  expect(await shown(page.id)).toEqual(["X/A", "-/D", "-/C", "-/B"])
  expect(
    await said(moveResource(world.system, { id: d.id, groupId: y.id, position: 1 })),
  ).toMatchObject({ issues: [{ pointer: "#/groupId", detail: "must be a group of this page" }] })
})

describe("arranging", () => {
  const ids = ["a", "b", "c", "d", "e", "f"]
  const groups = ["x", "y"]
  const rows = fc
    .array(fc.constantFrom<(string | null)[]>(null, ...groups), {
      minLength: ids.length,
      maxLength: ids.length,
    })
    .map((sections) => sections.map((groupId, n) => ({ id: ids[n] ?? "", groupId })))

  test("keeps each group together and loses no row, wherever a row is moved", () => {
    const move = fc.record({
      id: fc.constantFrom(...ids),
      groupId: fc.constantFrom<(string | null)[]>(null, ...groups),
      position: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(rows, move, (before, to) => {
        const after = moveRow(arrange(before, groups), groups, to)
        expect(after.map(({ id }) => id).toSorted()).toEqual(ids)
        expect(arrange(after, groups)).toEqual(after)
        const section = after.filter(({ groupId }) => groupId === to.groupId)
        const place = Math.min(to.position, section.length) - 1
        expect(section[place]?.id).toBe(to.id)
        const others = (all: typeof after) => all.filter(({ id }) => id !== to.id)
        expect(others(after)).toEqual(others(arrange(before, groups)))
      }),
    )
  })

  test("a group's position counts from 1, and a larger number means last", () => {
    expect([1, 2, 9].map((place) => moveId(["a", "b", "c"], "b", place).join(""))).toEqual([
      "bac",
      "abc",
      "acb",
    ])
  })
})

test("a page, group or resource of another project fails exactly like an unknown one", async () => {
  const { page, projectId, attach } = await makePage()
  const resource = await attach("Shop")
  const group = await createGroup(world.system, { statusPageId: page.id, name: "X" })
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const viewer = await makeMember(world, projectId, "viewer")
  const anonymous = contextFor(world.services, { kind: "anonymous" })
  type Verb = (ctx: Context, id: string) => Promise<unknown>
  const verbs: [string, Verb][] = [
    [page.id, (ctx, id) => updateStatusPage(ctx, { id, name: "x" })],
    [page.id, deleteStatusPage],
    [page.id, (ctx, id) => setLogo(ctx, { id, image: null })],
    [page.id, (ctx, id) => attachMonitor(ctx, { statusPageId: id, monitorId: newId() })],
    [page.id, (ctx, id) => createGroup(ctx, { statusPageId: id, name: "x" })],
    [resource.id, (ctx, id) => updateResource(ctx, { id, displayName: "x" })],
    [resource.id, (ctx, id) => moveResource(ctx, { id, position: 1 })],
    [resource.id, (ctx, id) => detachResource(ctx, { id })],
    [group.id, (ctx, id) => updateGroup(ctx, { id, name: "x" })],
    [group.id, deleteGroup],
  ]
  for (const [id, verb] of verbs) {
    for (const ctx of [stranger.ctx, anonymous]) {
      const known = await said(verb(ctx, id))
      expect(known).toEqual(await said(verb(ctx, newId())))
      expect(known).toMatchObject({ code: ctx === anonymous ? "unauthorized" : "not_found" })
    }
    expect(await said(verb(viewer.ctx, id))).toMatchObject({ code: "insufficient_scope" })
  }
})
