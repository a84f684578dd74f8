import {
  execute,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
  subscribe,
  type GraphQLField,
} from "graphql"
import { expect, test } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { schema } from "../../src/graphql/schema.ts"
import { makeSides } from "../support/label-limits.ts"
import { makeCustomMember, makePerson } from "../support/people.ts"
import { call, type Values } from "../support/walk-schema.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const queries = Object.values(schema.getQueryType()?.getFields() ?? {})
const streams = Object.values(schema.getSubscriptionType()?.getFields() ?? {})
const fieldsOf = (name: string) => {
  const type = schema.getType(name)
  return isObjectType(type) ? Object.values(type.getFields()) : []
}

/** Fields of a project that need no permission. Those of counts need one each, and deliveries are filtered. */
const ofEveryMember = [
  "counts",
  "createdAt",
  "deliveries",
  "id",
  "isLimitedToLabels",
  "labels",
  "monitorLimit",
  "name",
  "needsTwoFactor",
  "permissions",
  "plan",
  "requiresTwoFactor",
  "savedViews",
  "severities",
  "states",
  "statusPageLimit",
  "timeZone",
  "updatedAt",
]

async function open() {
  const { projectId, theirs } = await makeSides(world)
  const stranger = await makePerson(world, "Mallory")
  const idle = await makeCustomMember(world, projectId, [])
  const { ids } = theirs
  const values = { projectId, monitorId: ids.monitor, statusPageId: ids.page, query: "" }
  return { projectId, ids, values, stranger: stranger.ctx.actor, idle: idle.ctx.actor }
}

/** Names of fields that answer somebody without an error. */
async function answered(
  actor: Actor,
  fields: GraphQLField<unknown, unknown>[],
  values: Values,
  wrap = (inner: string) => inner,
): Promise<string[]> {
  const found = await Promise.all(
    fields.map(async (field) => {
      const selection = isLeafType(getNamedType(field.type)) ? "" : "{ __typename }"
      const document = parse(`{ ${wrap(`${call(field, values)} ${selection}`)} }`)
      const contextValue = contextFor(world.services, actor)
      const { data, errors = [] } = await execute({ schema, document, contextValue })
      const isEmpty = data?.[field.name] === null || field.name === "nodes"
      return errors.length === 0 && !isEmpty ? [field.name] : []
    }),
  )
  return found.flat()
}

test("a member without permissions sees of a project only what its settings page needs", async () => {
  const { projectId, values, idle, stranger } = await open()
  const within = (inner: string) => `project(id: "${projectId}") { ${inner} }`
  expect(await answered(idle, fieldsOf("Project"), values, within)).toEqual(ofEveryMember)
  const counts = (inner: string) => within(`counts { ${inner} }`)
  expect(await answered(idle, fieldsOf("ProjectCounts"), values, counts)).toEqual([])
  expect(await answered(stranger, fieldsOf("Project"), values, within)).toEqual([])
})

test("no query of an object answers those who may not see it", async () => {
  const { ids, values, idle, stranger } = await open()
  const named = queries.filter(({ args }) => args.some(({ name }) => /^id$|Id$/.test(name)))
  for (const actor of [idle, stranger]) {
    for (const id of Object.values(ids)) {
      expect(await answered(actor, named, { ...values, id })).toEqual([])
    }
  }
})

test("no stream opens for those who may not see what it sends", async () => {
  const { values, idle, stranger } = await open()
  for (const actor of [idle, stranger]) {
    for (const field of streams) {
      const selection = isLeafType(getNamedType(field.type)) ? "" : "{ __typename }"
      const document = parse(`subscription { ${call(field, values)} ${selection} }`)
      const contextValue = contextFor(world.services, actor)
      const answer = await subscribe({ schema, document, contextValue })
      const isOpen = Symbol.asyncIterator in answer
      if (isOpen) await answer.return(undefined)
      expect([field.name, isOpen]).toEqual([field.name, false])
    }
  }
})
