import { queryFromInfo } from "@pothos/plugin-prisma"
import type { Prisma } from "../../../platform/postgres.ts"
import { builder } from "../../kernel/builder.ts"
import { Node } from "../../kernel/node.graph.ts"
import { requireCursors } from "../../kernel/cursor.ts"
import { keysetWhere } from "../../kernel/keyset.ts"
import { whereOf } from "./maintenance-filter.ts"
import { findMaintenance } from "./find-maintenance.ts"
import { stateColors } from "./rules/maintenance-color.ts"

const MaintenanceState = builder.enumType("MaintenanceState", {
  description: "State of a maintenance.",
  values: {
    SCHEDULED: { value: "scheduled", description: "It has not begun." },
    ONGOING: { value: "ongoing", description: "It has begun and is not over." },
    COMPLETED: { value: "completed", description: "It is over." },
    CANCELLED: { value: "cancelled", description: "It was cancelled." },
  } as const,
})

const Maintenance = builder.prismaObject("Maintenance", {
  interfaces: [Node],
  description: "A scheduled window in which no outage of its monitors is declared.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "maintenances:read", noun: "maintenance" },
  }),
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
    monitors: t.prismaConnection({
      type: "Monitor",
      cursor: "id",
      description: "The monitors it applies to, ordered by name.",
      authScopes: async ({ id, projectId }, page, { database }) => {
        await requireCursors(page, (row) =>
          database.prisma.monitor.count({
            where: { id: row, maintenances: { some: { maintenanceId: id } } },
          }),
        )
        return { may: { projectId, permission: "monitors:read", noun: "maintenance" } }
      },
      resolve: (query, { id }, _args, { database }) =>
        database.prisma.monitor.findMany({
          ...query,
          where: { maintenances: { some: { maintenanceId: id } }, deletedAt: null },
          orderBy: [{ name: "asc" }, { id: "asc" }],
        }),
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
  STARTS_AT_ASC: { name: "STARTS_AT_ASC", column: "startsAt", isDescending: false },
  STARTS_AT_DESC: { name: "STARTS_AT_DESC", column: "startsAt", isDescending: true },
  CREATED_AT_ASC: { name: "CREATED_AT_ASC", column: "createdAt", isDescending: false },
  CREATED_AT_DESC: { name: "CREATED_AT_DESC", column: "createdAt", isDescending: true },
} as const

/** Rows are read with all columns, so a query only adds relations. */
type Included = { include?: Prisma.MaintenanceInclude }

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
      sort: t.arg({
        type: MaintenanceSort,
        description: "The order; newest window first by default.",
      }),
    },
    resolve: async ({ id: projectId }, { sort, ...args }, context, info) => {
      await context.access.require(projectId, "maintenances:read")
      const page = keysetWhere(args, orders[sort ?? "STARTS_AT_DESC"])
      const { orderBy, take } = page
      const rows = await context.database.prisma.maintenance.findMany({
        ...(queryFromInfo({ context, info, path: ["edges", "node"] }) as Included),
        where: { AND: [{ projectId }, whereOf(args), ...page.bounds] },
        orderBy,
        take,
      })
      return page.pageOf(rows)
    },
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
