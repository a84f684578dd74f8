import { expect, test } from "vitest"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { deleteLabel } from "../../src/graphql/workspace/label/delete-label.ts"
import { updateLabel } from "../../src/graphql/workspace/label/update-label.ts"
import { newId } from "../../src/platform/id.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const said = async (attempt: Promise<unknown>) => {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown)
  return error instanceof DomainError ? { code: error.code, message: error.message } : error
}

test("a label is unique by name within its project and leaves an audit entry", async () => {
  const project = await makeProject(world)
  const label = await createLabel(world.system, { projectId: project.id, name: " shop " })
  expect(label).toMatchObject({ name: "shop", color: "#6b7280" })
  await expect(
    createLabel(world.system, { projectId: project.id, name: "shop" }),
  ).rejects.toMatchObject({
    code: "validation_failed",
    issues: [{ pointer: "#/name", detail: "is taken by another label of this project" }],
  })
  await deleteLabel(world.system, label.id)
  const entries = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId: project.id },
    orderBy: { id: "asc" },
    select: { action: true, actorName: true },
  })
  expect(entries).toEqual([
    { action: "project.created", actorName: "test" },
    { action: "label.created", actorName: "test" },
    { action: "label.deleted", actorName: "test" },
  ])
})

test("a name with a NUL, half a surrogate pair or 201 characters is refused by its pointer", async () => {
  const project = await makeProject(world)
  for (const name of ["a\u0000b", "\ud800", "x".repeat(201), "  "]) {
    await expect(createLabel(world.system, { projectId: project.id, name })).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ pointer: "#/name" }],
    })
  }
})

test("a name or color can be changed, unless the project has that name already", async () => {
  const project = await makeProject(world)
  const shop = await createLabel(world.system, { projectId: project.id, name: "shop" })
  await createLabel(world.system, { projectId: project.id, name: "eu" })
  expect(await updateLabel(world.system, shop.id, { color: "#ABCDEF" })).toMatchObject({
    name: "shop",
    color: "#abcdef",
  })
  expect(await updateLabel(world.system, shop.id, { name: "store" })).toMatchObject({
    name: "store",
    color: "#abcdef",
  })
  await expect(updateLabel(world.system, shop.id, { name: "eu" })).rejects.toMatchObject({
    code: "validation_failed",
    issues: [{ pointer: "#/name", detail: "is taken by another label of this project" }],
  })
  await expect(updateLabel(world.system, shop.id, { color: "red" })).rejects.toMatchObject({
    issues: [{ pointer: "#/color" }],
  })
})

test("another project's label fails exactly like an unknown one", async () => {
  const project = await makeProject(world)
  const { id } = await createLabel(world.system, { projectId: project.id, name: "shop" })
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const viewer = await makeMember(world, project.id, "viewer")
  const anonymous = contextFor(world.services, { kind: "anonymous" })
  for (const ctx of [stranger.ctx, anonymous]) {
    for (const verb of [deleteLabel, (c: Context, one: string) => updateLabel(c, one, {})]) {
      const known = await said(verb(ctx, id))
      expect(known).toEqual(await said(verb(ctx, newId())))
      expect(known).toMatchObject({ code: ctx === anonymous ? "unauthorized" : "not_found" })
    }
  }
  expect(await said(deleteLabel(viewer.ctx, id))).toMatchObject({ code: "insufficient_scope" })
})
