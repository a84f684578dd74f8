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
import { requireOwner } from "../../src/graphql/delivery/channel/channel-owner.ts"
import type { Actor, Permission } from "../../src/graphql/kernel/access.ts"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { schema } from "../../src/graphql/schema.ts"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { previewSlo } from "../../src/graphql/slo/preview-slo.ts"
import { updateSlo } from "../../src/graphql/slo/update-slo.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { showIncident } from "../../src/graphql/status-pages/status-page/show-incident.ts"
import { openReport } from "../../src/graphql/status-pages/uptime-report/open-report.ts"
import { createCustomRole } from "../../src/graphql/workspace/custom-role/create-custom-role.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { newId } from "../../src/platform/id.ts"
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

type Case = {
  needs: Permission[]
  run(ctx: Context, of: Awaited<ReturnType<typeof open>>): Promise<unknown>
}
const service = {
  name: "Checkout",
  indicator: "service" as const,
  service: "checkout",
  targetPercent: 99,
  windowDays: 30 as const,
}

/** What needs several permissions; a member who lacks one of them is refused. */
const several: Record<string, Case> = {
  "a report of a status page": {
    needs: ["monitors:read", "incidents:read", "status_pages:read"],
    run: (ctx, { projectId, ids }) =>
      openReport(ctx, { projectId, month: "2026-10", statusPageId: ids.page }),
  },
  "the draft of a post-mortem": {
    needs: ["incidents:read", "monitors:read", "alerts:read"],
    async run(contextValue, { ids }) {
      const document = parse(`{ incident(id: "${ids.outage}") { postmortemDraft } }`)
      const { errors = [] } = await execute({ schema, document, contextValue })
      if (errors[0]?.originalError) throw errors[0].originalError
    },
  },
  "a pause that resolves": {
    needs: ["monitors:write", "alerts:write", "incidents:write"],
    run: (ctx, { ids }) => pauseMonitor(ctx, ids.monitor, "resolve"),
  },
  "a monitor on a page": {
    needs: ["status_pages:write", "monitors:read"],
    run: (ctx, { ids }) =>
      attachMonitor(ctx, { statusPageId: ids.page, monitorId: ids.monitor }).catch(ignoreInvalid),
  },
  "an incident on a page": {
    needs: ["status_pages:write", "incidents:read"],
    run: (ctx, { ids }) => showIncident(ctx, { statusPageId: ids.page, incidentId: ids.incident }),
  },
  "an SLO on telemetry": {
    needs: ["monitors:write", "telemetry:read"],
    run: (ctx, { projectId }) => createSlo(ctx, { projectId, ...service }),
  },
  "another objective of an SLO on telemetry": {
    needs: ["monitors:write", "telemetry:read"],
    async run(ctx, { projectId }) {
      const { id } = await createSlo(world.system, { projectId, ...service })
      return updateSlo(ctx, id, { targetPercent: 98 })
    },
  },
  "a preview of an SLO on telemetry": {
    needs: ["monitors:read", "telemetry:read"],
    run: (ctx, { projectId }) =>
      previewSlo(ctx, { projectId, ...service }).catch(ignoreUnavailable),
  },
  "a role with a permission": {
    needs: ["members:write", "audit:read"],
    run: (ctx, { projectId }) =>
      createCustomRole(ctx, { projectId, name: newId(), permissions: ["audit:read"] }),
  },
  "a key with a scope": {
    needs: ["keys:write", "usage:read"],
    run: (ctx, { projectId }) =>
      createKey(ctx, { projectId, name: "Usage", class: "public", scopes: ["usage:read"] }),
  },
  "a team channel": {
    needs: ["on_call:write", "alerts:read"],
    run: (ctx, { projectId }) => requireOwner(ctx, projectId),
  },
}

const without = (code: string) => (error: unknown) => {
  if (!(error instanceof DomainError) || error.code !== code) throw error
}
/** It is there already, or the telemetry store is not: what was asked for was allowed. */
const ignoreInvalid = without("validation_failed")
const ignoreUnavailable = without("unavailable")

const shared: { scene?: ReturnType<typeof open> } = {}

test.each(Object.entries(several))(
  "%s needs each of its permissions",
  async (_name, { needs, run }) => {
    const scene = await (shared.scene ??= open())
    const as = async (permissions: Permission[]) => {
      const { ctx } = await makeCustomMember(world, scene.projectId, permissions)
      return run(ctx, scene).then(
        () => null,
        (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
      )
    }
    for (const missing of needs) {
      const refused = await as(needs.filter((one) => one !== missing))
      expect([missing, refused]).toEqual([missing, "insufficient_scope"])
    }
    expect(await as(needs)).toBeNull()
  },
)
