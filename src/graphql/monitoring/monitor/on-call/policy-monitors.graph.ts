import { builder } from "../../../kernel/builder.ts"
import { includeNodes } from "../../../kernel/connection.graph.ts"
import { monitorScope, type Limit } from "../../../kernel/monitor-scope.ts"
import { byText, keysetOf } from "../../../kernel/prisma-keyset.ts"
import { Monitor } from "../monitor.graph.ts"

type Policy = { id: string; projectId: string; isDefault: boolean }

const byName = keysetOf("policy-monitors", { name: byText })

/** Monitors without a policy use the default. */
const usersOf = ({ id, projectId, isDefault }: Policy, limit: Limit) => ({
  ...monitorScope(limit),
  projectId,
  deletedAt: null,
  ...(isDefault ? { OR: [{ policyId: id }, { policyId: null }] } : { policyId: id }),
})

const mayRead = ({ projectId }: Policy) => ({
  may: {
    projectId,
    permission: "monitors:read" as const,
    noun: "on-call policy",
    about: "within" as const,
  },
})

const select = { id: true, projectId: true, isDefault: true } as const

builder.prismaObjectFields("OnCallPolicy", (t) => ({
  monitorCount: t.int({
    description:
      "Number of monitors whose alerts use it; for the default policy including those without a policy. Needs monitors:read.",
    select,
    authScopes: mayRead,
    resolve: async (policy, _args, { access, database }) => {
      const limit = await access.limit(policy.projectId)
      return database.prisma.monitor.count({ where: usersOf(policy, limit) })
    },
  }),
  monitors: t.connection({
    type: Monitor,
    description: "The monitors that `monitorCount` counts, by name. Needs monitors:read.",
    select,
    authScopes: mayRead,
    resolve: async (policy, args, ctx, info) => {
      const limit = await ctx.access.limit(policy.projectId)
      const rows = await ctx.database.prisma.monitor.findMany({
        ...includeNodes(ctx, info),
        ...byName.query(args, usersOf(policy, limit)),
      })
      return byName.page(args, rows)
    },
  }),
}))
