import { expect, test } from "vitest"
import { createLabel } from "../../src/graphql/label/create.ts"
import { deleteLabel } from "../../src/graphql/label/delete.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

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
