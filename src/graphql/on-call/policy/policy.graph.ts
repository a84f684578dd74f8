import type { EscalationRule as RuleRow } from "../../../../prisma/generated/client.ts"
import type { EscalationTargetKind } from "../../../../prisma/generated/enums.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { Node } from "../../kernel/node.graph.ts"
import { connectionOf } from "../../kernel/keyset.ts"
import { findPolicy } from "../schedule/find-on-call.ts"
import { OnCallPerson, type Person } from "../schedule/person.graph.ts"
import { listByName } from "../schedule/list-on-call.ts"

export const TargetKind = builder.enumType("EscalationTargetKind", {
  description: "The kind of an escalation target.",
  values: valuesOf({
    user: "One person.",
    team: "Everybody on a team.",
    rotation: "The person on call in a rotation.",
    channel: "A team channel of the project.",
  }),
})

const named = { select: { id: true, name: true } } as const

type TargetView = {
  projectId: string
  kind: EscalationTargetKind
  id: string
  name: string
  person: Person | null
}

const EscalationTarget = builder.objectRef<TargetView>("EscalationTarget").implement({
  description: "What a rule pages.",
  authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "on-call policy"),
  fields: (t) => ({
    kind: t.expose("kind", { type: TargetKind, description: "Its kind." }),
    id: t.exposeID("id", { description: "The user, team, rotation or channel." }),
    name: t.exposeString("name", { description: "Its name." }),
    user: t.expose("person", {
      type: OnCallPerson,
      nullable: true,
      description: "The person, if it is one.",
    }),
    team: t.prismaField({
      type: "Team",
      nullable: true,
      description: "The team, if it is one.",
      resolve: (query, { kind, id }, _args, { database }) =>
        kind === "team" ? database.prisma.team.findUnique({ ...query, where: { id } }) : null,
    }),
    rotation: t.prismaField({
      type: "Rotation",
      nullable: true,
      description: "The rotation, if it is one.",
      resolve: (query, { kind, id }, _args, { database }) =>
        kind === "rotation"
          ? database.prisma.rotation.findUnique({ ...query, where: { id } })
          : null,
    }),
  }),
})

type RuleView = RuleRow & { projectId: string; targets: TargetView[] }

const EscalationRule = builder.objectRef<RuleView>("EscalationRule").implement({
  description: "One rule of a policy: what to page, and when.",
  authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "on-call policy"),
  fields: (t) => ({
    id: t.exposeID("id", {
      description: "UUID version 7; an update keeps the id of each order.",
    }),
    order: t.exposeInt("order", { description: "Counts from 1." }),
    delayMinutes: t.exposeInt("delayMinutes", {
      description: "Wait after the previous rule, or after the alert for the first rule.",
    }),
    targets: t.expose("targets", {
      type: [EscalationTarget],
      description: "What it pages, all at once; deleted targets are left out.",
    }),
  }),
})

export const OnCallPolicy = builder.prismaObject("OnCallPolicy", {
  interfaces: [Node],
  description: "Who is paged for an alert, in which order, until somebody acknowledges it.",
  authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "on-call policy"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    repeatCount: t.exposeInt("repeatCount", {
      description: "Number of repeats after the first round.",
    }),
    repeatDelayMinutes: t.exposeInt("repeatDelayMinutes", {
      description: "Wait between the last rule of a round and the start of the next.",
    }),
    isDefault: t.exposeBoolean("isDefault", {
      description: "Whether monitors without a policy use it; at most one per project.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    rules: t.field({
      type: [EscalationRule],
      description: "Its rules in order, at most 20.",
      select: {
        projectId: true,
        rules: {
          orderBy: { order: "asc" },
          include: {
            targets: {
              orderBy: { order: "asc" },
              include: { user: named, team: named, rotation: named, channel: named },
            },
          },
        },
      },
      resolve: ({ projectId, rules }) =>
        rules.map(({ targets, ...rule }) => ({
          ...rule,
          projectId,
          targets: targets.flatMap(({ kind, user, team, rotation, channel }) => {
            const found = user ?? team ?? rotation ?? channel
            const person = user && { projectId, userId: user.id, name: user.name }
            return found === null ? [] : [{ projectId, kind, ...found, person }]
          }),
        })),
    }),
  }),
})

builder.prismaObjectField("Project", "onCallPolicies", (t) =>
  t.connection({
    type: OnCallPolicy,
    description: "Its on-call policies, by name. Needs on_call:read.",
    resolve: async ({ id }, args, context, info) => {
      const page = await listByName(context, "policies", id, args)
      const rows = await context.database.prisma.onCallPolicy.findMany({
        ...includeNodes(context, info),
        where: { id: { in: page.ids } },
      })
      return connectionOf(page, rows)
    },
  }),
)

builder.queryField("onCallPolicy", (t) =>
  t.prismaField({
    type: OnCallPolicy,
    nullable: true,
    description: "One on-call policy. Needs on_call:read.",
    args: { id: t.arg.id({ required: true, description: "The policy." }) },
    resolve: async (query, _root, { id }, ctx) => {
      const policy = await findPolicy(ctx, id, "on_call:read")
      return ctx.database.prisma.onCallPolicy.findUnique({ ...query, where: { id: policy.id } })
    },
  }),
)

builder.prismaObjectField("Monitor", "onCallPolicy", (t) =>
  t.relation("policy", {
    nullable: true,
    description: "Its on-call policy; null if it uses the project's default.",
  }),
)
