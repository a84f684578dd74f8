import { getRefFromModel } from "@pothos/plugin-prisma"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { Node } from "../../kernel/node.graph.ts"
import { maintenanceScope } from "../../kernel/monitor-scope.ts"
import { byText, byTime, keysetOf, type Keyset } from "../../kernel/prisma-keyset.ts"
import { whereOf } from "./maintenance-filter.ts"
import { findMaintenance } from "./find-maintenance.ts"
import { stateColors } from "./rules/maintenance-color.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

const MaintenanceState = builder.enumType("MaintenanceState", {
  description: "State of a maintenance.",
  values: valuesOf({
    scheduled: "It has not begun.",
    ongoing: "It has begun and is not over.",
    completed: "It is over.",
    cancelled: "It was cancelled.",
  }),
})

const monitorsByName = keysetOf("maintenance-monitors", { name: byText })

const Maintenance = builder.prismaObject("Maintenance", {
  interfaces: [Node],
  description: "A scheduled window in which no outage of its monitors is declared.",
  authScopes: ({ id, projectId }) => mayOfRow("maintenance", id, projectId, "maintenances:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    title: t.exposeString("title", { description: "Short summary of the work." }),
    description: t.exposeString("description", {
      description: "What to expect during the maintenance.",
    }),
    state: t.expose("state", { type: MaintenanceState, description: "Its state." }),
    stateColor: t.string({
      description: "Color of the state, #rrggbb.",
      resolve: ({ state }) => stateColors[state],
    }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When it starts." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When it ends." }),
    notifyBeforeMinutes: t.exposeInt("notifyBeforeMinutes", {
      nullable: true,
      description: "How long before its start subscribers are notified; null for no notification.",
    }),
    notifyAtStart: t.exposeBoolean("notifyAtStart", {
      description: "Whether subscribers are notified when it begins.",
    }),
    notifyAtEnd: t.exposeBoolean("notifyAtEnd", {
      description: "Whether subscribers are notified when it ends.",
    }),
    isEdited: t.exposeBoolean("isEdited", {
      description:
        "True once it was changed individually; changes of its series no longer apply to it.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    monitorCount: t.int({
      description: "How many monitors it applies to.",
      select: { _count: { select: { monitors: { where: { monitor: { deletedAt: null } } } } } },
      // A row that its resolver read without the count is read again.
      extensions: {
        pothosPrismaLoaded: ({ _count }: { _count?: unknown }) => _count !== undefined,
      },
      resolve: ({ _count }) => _count.monitors,
    }),
    monitors: t.connection({
      type: getRefFromModel("Monitor", builder),
      description: "The monitors it applies to, ordered by name.",
      authScopes: ({ id, projectId }) => mayOfRow("maintenance", id, projectId, "monitors:read"),
      resolve: async ({ id }, args, context, info) => {
        const where = { maintenances: { some: { maintenanceId: id } }, deletedAt: null }
        const rows = await context.database.prisma.monitor.findMany({
          ...includeNodes(context, info),
          ...monitorsByName.query(args, where),
        })
        return monitorsByName.page(args, rows)
      },
    }),
  }),
})

const MaintenanceSort = builder.enumType("MaintenanceSort", {
  description: "The order of a list of maintenances.",
  values: {
    STARTS_AT_ASC: { description: "Earliest window first." },
    STARTS_AT_DESC: { description: "Latest window first." },
    CREATED_AT_ASC: { description: "Planned first." },
    CREATED_AT_DESC: { description: "Planned last." },
  } as const,
})

const orders = {
  STARTS_AT_ASC: keysetOf("STARTS_AT_ASC", { startsAt: byTime }),
  STARTS_AT_DESC: keysetOf("STARTS_AT_DESC", { startsAt: byTime }, { isDescending: true }),
  CREATED_AT_ASC: keysetOf("CREATED_AT_ASC", { createdAt: byTime }),
  CREATED_AT_DESC: keysetOf("CREATED_AT_DESC", { createdAt: byTime }, { isDescending: true }),
}

builder.prismaObjectField("Project", "maintenances", (t) =>
  t.connection({
    type: Maintenance,
    description: "Maintenances, newest window first by default.",
    args: {
      activeOnly: t.arg.boolean({
        description: "True excludes completed and cancelled maintenances.",
      }),
      monitorIds: t.arg.idList({
        description: "Only maintenances of these monitors, at most 100.",
      }),
      search: t.arg.string({ description: "Matches the title or the description." }),
      from: t.arg({ type: "DateTime", description: "Only those that end after this." }),
      until: t.arg({ type: "DateTime", description: "Only those that start before this." }),
      states: t.arg({ type: [MaintenanceState], description: "Only those in these states." }),
      sort: t.arg({
        type: MaintenanceSort,
        description: "The order; newest window first by default.",
      }),
    },
    resolve: async ({ id: projectId }, { sort, ...args }, context, info) => {
      await context.access.require(projectId, "maintenances:read", "project", "within")
      const scope = maintenanceScope(await context.access.limit(projectId))
      const order: Keyset<"createdAt" | "startsAt"> = orders[sort ?? "STARTS_AT_DESC"]
      const rows = await context.database.prisma.maintenance.findMany({
        ...includeNodes(context, info),
        ...order.query(args, { AND: [{ projectId }, scope, whereOf(args)] }),
      })
      return order.page(args, rows)
    },
  }),
)

/** The window that a monitor is in, by its times: a late job does not matter. */
builder.prismaObjectField("Monitor", "currentMaintenance", (t) =>
  t.field({
    type: Maintenance,
    nullable: true,
    description:
      "The maintenance it is in now, the one that ends last; null if there is none. Needs maintenances:read.",
    select: (_args, { clock }, nested) => ({
      maintenances: {
        where: {
          maintenance: {
            state: { not: "cancelled" },
            startsAt: { lte: clock.now() },
            endsAt: { gt: clock.now() },
          },
        },
        orderBy: { maintenance: { endsAt: "desc" } },
        take: 1,
        select: { maintenance: nested(true) },
      },
    }),
    // A monitor that its resolver read without them is read again.
    extensions: {
      pothosPrismaLoaded: ({ maintenances }: { maintenances?: unknown }) =>
        maintenances !== undefined,
    },
    resolve: ({ projectId, maintenances }, _args, { access }) =>
      access.seen(projectId, "maintenance", maintenances[0]?.maintenance ?? null),
  }),
)

builder.queryField("maintenance", (t) =>
  t.prismaField({
    type: Maintenance,
    nullable: true,
    description: "One maintenance. Needs maintenances:read.",
    args: { id: t.arg.id({ required: true, description: "The maintenance." }) },
    resolve: (_query, _root, { id }, ctx) => findMaintenance(ctx, id, "maintenances:read"),
  }),
)
