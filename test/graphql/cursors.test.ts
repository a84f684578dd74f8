import { getNamedType, isObjectType } from "graphql"
import { describe, expect, test } from "vitest"
import { schema } from "../../src/graphql/schema.ts"
import { ask } from "../support/ask.ts"
import { insertMonitor } from "../support/checks.ts"
import { makePerson } from "../support/people.ts"
import { createProject } from "../../src/graphql/project/create.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const nonsense = ["no-uuid", "", "\u0000"].map((id) =>
  Buffer.from(`GPC:S:${id}`).toString("base64"),
)

/** Every list of a type that is paged by cursors. */
function listsOf(typeName: string): string[] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`${typeName} is no type`)
  return Object.values(type.getFields())
    .filter((field) => getNamedType(field.type).name.endsWith("Connection"))
    .map((field) => field.name)
}

describe.each(["Project", "Monitor"])("a cursor that is none, in the lists of a %s", (typeName) => {
  test.each(listsOf(typeName))("%s", async (list) => {
    const { ctx } = await makePerson(world)
    const project = await createProject(ctx, { name: "Cursors" })
    const monitor = await insertMonitor(world, project.id)
    const id = typeName === "Project" ? project.id : monitor.id
    for (const after of nonsense) {
      const source = `query ($id: ID!, $after: String) {
        ${typeName.toLowerCase()}(id: $id) { ${list}(first: 1, after: $after) { pageInfo { hasNextPage } } }
      }`
      const { errors } = await ask(world, ctx.actor, source, { id, after })
      expect({ after, codes: errors.map(({ code }) => code) }).toEqual({
        after,
        codes: ["validation_failed"],
      })
    }
  })
})
