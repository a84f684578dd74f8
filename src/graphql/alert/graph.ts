import { queryFromInfo } from "@pothos/plugin-prisma"
import type { Prisma } from "../../postgres.ts"
import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { keysetWhere } from "../keyset.ts"
import { whereOf } from "../incident/filter.ts"
import { findAlert } from "./find.ts"

const Alert = builder.prismaObject("Alert", {
  description: "What wakes a person.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "alerts:read", noun: "alert" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    number: t.exposeInt("number", { description: "Counts from 1 in its project, without gaps." }),
    title: t.exposeString("title", { description: "What is the matter, in a few words." }),
    description: t.exposeString("description", { description: "What was seen, in a sentence." }),
    state: t.relation("state", { description: "Where the work on it stands." }),
    severity: t.relation("severity", { description: "How urgent it is." }),
    monitor: t.relation("monitor", { nullable: true, description: "What failed." }),
    incident: t.relation("incident", {
      nullable: true,
      description: "The incident that raised it; null where a target was only degraded.",
    }),
    isManual: t.exposeBoolean("isManual", {
      description: "True once a person chose the state, so that recovery leaves it alone.",
    }),
    acknowledgedAt: t.expose("acknowledgedAt", {
      type: "DateTime",
      nullable: true,
      description: "When somebody took it on.",
    }),
    acknowledgedBy: t.exposeString("acknowledgedBy", {
      nullable: true,
      description: "The name of who took it on.",
    }),
    resolvedBy: t.exposeString("resolvedBy", {
      nullable: true,
      description:
        "The name of who resolved it; null while it is open, and where it recovered by itself.",
    }),
    resolvedAt: t.expose("resolvedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was over; null while it is not.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was raised." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

const AlertSort = builder.enumType("AlertSort", {
  description: "The order of a list of alerts.",
  values: {
    CREATED_AT_ASC: { description: "Oldest first." },
    CREATED_AT_DESC: { description: "Newest first." },
    NUMBER_ASC: { description: "Lowest number first." },
    NUMBER_DESC: { description: "Highest number first." },
  } as const,
})

const orders = {
  CREATED_AT_ASC: { name: "CREATED_AT_ASC", column: "createdAt", isDescending: false },
  CREATED_AT_DESC: { name: "CREATED_AT_DESC", column: "createdAt", isDescending: true },
  NUMBER_ASC: { name: "NUMBER_ASC", column: "number", isDescending: false },
  NUMBER_DESC: { name: "NUMBER_DESC", column: "number", isDescending: true },
} as const

/** Rows are read with all their columns, so a query only ever adds relations. */
type Included = { include?: Prisma.AlertInclude }

builder.prismaObjectField("Project", "alerts", (t) =>
  t.connection({
    type: Alert,
    description: "Alerts, newest first where no other order is asked for.",
    args: {
      activeOnly: t.arg.boolean({ description: "True leaves out what is resolved." }),
      monitorIds: t.arg.idList({ description: "Only those of these monitors, 100 at most." }),
      severities: t.arg.stringList({ description: "Only those of these severities, by name." }),
      search: t.arg.string({ description: "Words of title or description, or a number." }),
      sort: t.arg({ type: AlertSort, description: "The order; newest first where absent." }),
    },
    resolve: async ({ id: projectId }, { sort, ...args }, context, info) => {
      await context.access.require(projectId, "alerts:read")
      const page = keysetWhere(args, orders[sort ?? "CREATED_AT_DESC"])
      const { orderBy, take } = page
      const rows = await context.database.prisma.alert.findMany({
        ...(queryFromInfo({ context, info, path: ["edges", "node"] }) as Included),
        where: { AND: [{ projectId }, whereOf(args), ...page.bounds] },
        orderBy,
        take,
      })
      return page.pageOf(rows)
    },
  }),
)

builder.prismaObjectField("Monitor", "alerts", (t) =>
  t.relatedConnection("alerts", {
    cursor: "id",
    description: "Alerts of this monitor, newest first.",
    authScopes: async ({ id, projectId }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.alert.count({ where: { id: row, monitorId: id } }),
      )
      return { may: { projectId, permission: "alerts:read", noun: "monitor" } }
    },
    args: { activeOnly: t.arg.boolean({ description: "True leaves out what is resolved." }) },
    query: (args) =>
      checkedPage(args, {
        where: whereOf(args),
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      }),
  }),
)

builder.queryField("alert", (t) =>
  t.prismaField({
    type: Alert,
    nullable: true,
    description: "One alert. Needs alerts:read.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => findAlert(ctx, id, "alerts:read"),
  }),
)
