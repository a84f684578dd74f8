import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { whereOf } from "./filter.ts"
import { findMaintenance } from "./find.ts"
import { stateColors } from "./state-color.ts"

const MaintenanceState = builder.enumType("MaintenanceState", {
  description: "Where a maintenance stands.",
  values: {
    SCHEDULED: { value: "scheduled", description: "It has not begun." },
    ONGOING: { value: "ongoing", description: "It has begun and is not over." },
    COMPLETED: { value: "completed", description: "It is over." },
    CANCELLED: { value: "cancelled", description: "It was called off." },
  } as const,
})

builder.prismaObject("Maintenance", {
  description: "A planned window in which nothing is declared for its monitors.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "maintenances:read", noun: "maintenance" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    title: t.exposeString("title", { description: "What is done, in a few words." }),
    description: t.exposeString("description", { description: "What to expect meanwhile." }),
    state: t.expose("state", { type: MaintenanceState, description: "Where it stands." }),
    stateColor: t.string({
      description: "The colour of the state, #rrggbb.",
      resolve: ({ state }) => stateColors[state],
    }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When it begins." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When it is over." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was planned." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    monitors: t.prismaConnection({
      type: "Monitor",
      cursor: "id",
      description: "The monitors that it silences, by name.",
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
  STARTS_AT_ASC: [{ startsAt: "asc" }, { id: "asc" }],
  STARTS_AT_DESC: [{ startsAt: "desc" }, { id: "desc" }],
  CREATED_AT_ASC: [{ createdAt: "asc" }, { id: "asc" }],
  CREATED_AT_DESC: [{ createdAt: "desc" }, { id: "desc" }],
} as const

builder.prismaObjectField("Project", "maintenances", (t) =>
  t.relatedConnection("maintenances", {
    cursor: "id",
    description: "Maintenances, newest window first where no other order is asked for.",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.maintenance.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "maintenances:read", noun: "project" } }
    },
    args: {
      activeOnly: t.arg.boolean({ description: "True leaves out what is over or cancelled." }),
      monitorIds: t.arg.idList({ description: "Only those of these monitors, 100 at most." }),
      search: t.arg.string({ description: "Words of title or description." }),
      sort: t.arg({ type: MaintenanceSort, description: "The order; newest window where absent." }),
    },
    query: (args) =>
      checkedPage(args, {
        where: whereOf(args),
        orderBy: [...orders[args.sort ?? "STARTS_AT_DESC"]],
      }),
  }),
)

builder.queryField("maintenance", (t) =>
  t.prismaField({
    type: "Maintenance",
    nullable: true,
    description: "One maintenance. Needs maintenances:read.",
    args: { id: t.arg.id({ required: true, description: "The maintenance." }) },
    resolve: (_query, _root, { id }, ctx) => findMaintenance(ctx, id, "maintenances:read"),
  }),
)
