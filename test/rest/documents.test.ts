import { getNamedType, isEnumType, TypeInfo, visit, visitWithTypeInfo } from "graphql"
import { expect, test } from "vitest"
import { schema } from "../../src/graphql/schema.ts"
import { operations } from "../../src/rest/operations.ts"

test("enum values that /v1 returns are stored in lower case", () => {
  const answered = new Set<string>()
  const types = new TypeInfo(schema)
  for (const { document } of operations) {
    visit(
      document,
      visitWithTypeInfo(types, {
        Field() {
          const type = getNamedType(types.getType())
          if (!isEnumType(type)) return
          answered.add(type.name)
          for (const { name, value } of type.getValues()) expect(value).toBe(name.toLowerCase())
        },
      }),
    )
  }
  expect(answered).toContain("MonitorStatus")
  expect(answered.size).toBeGreaterThan(4)
})
