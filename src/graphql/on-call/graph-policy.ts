import { queryFromInfo } from "@pothos/plugin-prisma"
import type { EscalationRule as RuleRow } from "../../../prisma/generated/client.ts"
import type { EscalationTargetKind } from "../../../prisma/generated/enums.ts"
import type { Prisma } from "../../postgres.ts"
import { builder } from "../builder.ts"
import { connectionOf } from "../keyset.ts"
import { findPolicy } from "./find.ts"
import type { Person } from "./graph-person.ts"
import { OnCallPerson } from "./graph-person.ts"
import { listByName } from "./list.ts"

export const TargetKind = builder.enumType("EscalationTargetKind", {
  description: "What a rule names.",
  values: {
    USER: { value: "user", description: "One person." },
    TEAM: { value: "team", description: "Everybody in a team." },
    ROTATION: { value: "rotation", description: "Whoever is on call in a rotation." },
    CHANNEL: { value: "channel", description: "A room, over a channel of the project." },
  } as const,
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
  description: "Whom a rule pages.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "on_call:read", noun: "on-call policy" },
  }),
  fields: (t) => ({
    kind: t.expose("kind", { type: TargetKind, description: "What it names." }),
    id: t.exposeID("id", { description: "The user, team, rotation or channel." }),
    name: t.exposeString("name", { description: "What it is called." }),
    user: t.expose("person", {
      type: OnCallPerson,
      nullable: true,
      description: "The person, where it names one.",
    }),
    team: t.prismaField({
      type: "Team",
      nullable: true,
      description: "The team, where it names one.",
      resolve: (query, { kind, id }, _args, { database }) =>
        kind === "team" ? database.prisma.team.findUnique({ ...query, where: { id } }) : null,
    }),
    rotation: t.prismaField({
      type: "Rotation",
      nullable: true,
      description: "The rotation, where it names one.",
      resolve: (query, { kind, id }, _args, { database }) =>
        kind === "rotation"
          ? database.prisma.rotation.findUnique({ ...query, where: { id } })
          : null,
    }),
  }),
})

type RuleView = RuleRow & { projectId: string; targets: TargetView[] }

const EscalationRule = builder.objectRef<RuleView>("EscalationRule").implement({
  description: "Whom a policy pages after a while.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "on_call:read", noun: "on-call policy" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", {
      description: "UUID version 7; a saved policy keeps those of each order.",
    }),
    order: t.exposeInt("order", { description: "Counts from 1." }),
    delayMinutes: t.exposeInt("delayMinutes", {
      description: "Waited after the rule before it; the first rule waits after the alert.",
    }),
    targets: t.expose("targets", {
      type: [EscalationTarget],
      description: "Whom it pages, all at once; what was deleted is left out.",
    }),
  }),
})

export const OnCallPolicy = builder.prismaObject("OnCallPolicy", {
  description: "Who is paged for an alert, in which order, until somebody acknowledges it.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "on_call:read", noun: "on-call policy" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    repeatCount: t.exposeInt("repeatCount", {
      description: "How often the rules are gone through again after the first round.",
    }),
    repeatDelayMinutes: t.exposeInt("repeatDelayMinutes", {
      description: "Waited from the last rule of a round to the beginning of the next.",
    }),
    isDefault: t.exposeBoolean("isDefault", {
      description: "Whether monitors that name no policy go by it; at most one of a project.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    rules: t.field({
      type: [EscalationRule],
      description: "Its rules in order, 20 at most.",
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

/** Read with all their columns, so that a query only ever adds relations. */
type Included = { include?: Prisma.OnCallPolicyInclude }

builder.prismaObjectField("Project", "onCallPolicies", (t) =>
  t.connection({
    type: OnCallPolicy,
    description: "Its on-call policies, by name. Needs on_call:read.",
    resolve: async ({ id }, args, context, info) => {
      const page = await listByName(context, "policies", id, args)
      const rows = await context.database.prisma.onCallPolicy.findMany({
        ...(queryFromInfo({ context, info, path: ["edges", "node"] }) as Included),
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
    description: "The policy that it names; null where its alerts go by the project's default.",
  }),
)
