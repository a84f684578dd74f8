import { builder } from "../../kernel/builder.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { Node } from "../../kernel/node.graph.ts"
import { byText, keysetOf } from "../../kernel/prisma-keyset.ts"
import { findMonitor } from "./find-monitor.ts"
import { MonitorKind } from "./monitor-enums.graph.ts"
import { listed } from "./row-columns.ts"
import { printInterval } from "./rules/monitor-interval.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

export const Monitor = builder.prismaObject("Monitor", {
  interfaces: [Node],
  description: "Checks a target regularly.",
  authScopes: ({ id, projectId }) => mayOfRow("monitor", id, projectId, "monitors:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    project: t.relation("project", { description: "The project it belongs to." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    kind: t.expose("kind", { type: MonitorKind, description: "Its kind." }),
    interval: t.string({
      description: "How often it is checked: 1m to 24h.",
      ...listed(({ intervalSeconds }) => intervalSeconds && printInterval(intervalSeconds)),
      resolve: ({ intervalSeconds }) => printInterval(intervalSeconds),
    }),
    intervalSeconds: t.exposeInt("intervalSeconds", { description: "The same in seconds." }),
    timeoutSeconds: t.exposeInt("timeoutSeconds", {
      description: "Timeout of a check in seconds.",
    }),
    failureThreshold: t.exposeInt("failureThreshold", {
      description: "The failure threshold.",
    }),
    recoveryThreshold: t.exposeInt("recoveryThreshold", {
      description: "How many good checks in a row end an outage.",
    }),
    flapWindowMinutes: t.exposeInt("flapWindowMinutes", {
      description:
        "If the target fails again within this many minutes of a recovery, the outage is the same.",
    }),
    isPaused: t.boolean({
      description: "True while it is not checked.",
      ...listed(({ isPaused }) => isPaused),
      resolve: ({ pausedAt }) => pausedAt !== null,
    }),
    pausedAt: t.expose("pausedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was paused; null if it is not.",
    }),
    isMuted: t.boolean({
      description: "True while it is muted.",
      ...listed(({ isMuted }) => isMuted),
      resolve: ({ mutedUntil }, _args, { clock }) =>
        mutedUntil !== null && mutedUntil > clock.now(),
    }),
    mutedUntil: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the mute ends; null if it is not muted.",
      ...listed(({ isMuted, mutedUntil }) =>
        isMuted === undefined ? undefined : isMuted ? mutedUntil : null,
      ),
      resolve: ({ mutedUntil }, _args, { clock }) =>
        mutedUntil !== null && mutedUntil > clock.now() ? mutedUntil : null,
    }),
    checkRequestedAt: t.expose("checkRequestedAt", {
      type: "DateTime",
      nullable: true,
      description: "When a check was requested that has not run yet.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      description: "When a person last changed it.",
    }),
    deletedAt: t.expose("deletedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was deleted; a deleted monitor is reachable only through its history.",
    }),
  }),
})

builder.prismaObjectFields("Monitor", (t) => ({
  parent: t.field({
    type: Monitor,
    nullable: true,
    description: "The monitor that this one depends on; null if you may not see it.",
    select: (_args, _ctx, nested) => ({ parent: nested(true) }),
    extensions: {
      pothosPrismaLoaded: ({ parent }: { parent?: unknown }) => parent !== undefined,
    },
    resolve: ({ projectId, parent }, _args, { access }) =>
      access.seen(projectId, "monitor", parent),
  }),
  children: relationPage(t, "children", {
    order: keysetOf("monitor-children", { name: byText }),
    description: "Monitors that depend on this one, by name.",
    where: () => ({ deletedAt: null }),
    seen: ({ projectId }, rows, { access }) =>
      access.allSeen(projectId, rows, ({ id }) => ({ type: "monitor", id })),
  }),
}))

builder.queryField("monitor", (t) =>
  t.prismaField({
    type: "Monitor",
    nullable: true,
    description: "One monitor. Needs monitors:read.",
    args: { id: t.arg.id({ required: true, description: "The monitor." }) },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await findMonitor(ctx, args.id, "monitors:read")
      return ctx.database.prisma.monitor.findUnique({ ...query, where: { id } })
    },
  }),
)
