import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  validateSchema,
  type GraphQLNamedType,
} from "graphql"
import { expect, test } from "vitest"
import { findStale } from "../../src/cli/artefacts.ts"
import { schema } from "../../src/graphql/schema.ts"

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

test("the schema is valid", () => {
  expect(validateSchema(schema)).toEqual([])
})

test("schema/ contains the current schema", async () => {
  expect(await findStale()).toEqual([])
})

test("every type, field, argument and value has a description", () => {
  expect(types.flatMap(withoutDescription)).toEqual([])
})

/** Coordinates of members without a description, such as Monitor.name or Query.project(id:). */
function withoutDescription(type: GraphQLNamedType): string[] {
  const found: [string, string | null | undefined][] = [[type.name, type.description]]
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      found.push([`${type.name}.${field.name}`, field.description])
      for (const { name, description } of field.args) {
        found.push([`${type.name}.${field.name}(${name}:)`, description])
      }
    }
  } else if (isInputObjectType(type)) {
    for (const { name, description } of Object.values(type.getFields())) {
      found.push([`${type.name}.${name}`, description])
    }
  } else if (isEnumType(type)) {
    for (const { name, description } of type.getValues()) {
      found.push([`${type.name}.${name}`, description])
    }
  }
  return found.flatMap(([name, description]) => (description ? [] : [name]))
}

/** Types that belong to the caller and no project, and plain rows that only a guarded field returns. */
const unlocked = [
  "DeliveryRecipient",
  "IncidentTimelineEntry",
  "KeptRow",
  "OAuthGrant",
  "OnCallReportRotation",
  "Outage",
  "PublicComponent",
  "PublicIncident",
  "PublicIncidentUpdate",
  "PublicMaintenance",
  "SavedView",
  "Viewer",
]

test("every type that names a project's row is guarded by its own scope", () => {
  const open = types.flatMap((type) => {
    if (!isObjectType(type)) return []
    const { pothosOptions } = type.extensions as { pothosOptions?: { authScopes?: unknown } }
    const isRow = Object.hasOwn(type.getFields(), "id")
    return isRow && pothosOptions?.authScopes === undefined ? [type.name] : []
  })
  expect(open).toEqual(unlocked)
})
