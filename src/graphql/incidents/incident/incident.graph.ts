import { queryFromInfo } from "@pothos/plugin-prisma"
import type { Prisma } from "../../../platform/postgres.ts"
import { builder } from "../../kernel/builder.ts"
import { Node } from "../../kernel/node.graph.ts"
import { checkedPage, requireCursors } from "../../kernel/cursor.ts"
import { keysetWhere } from "../../kernel/keyset.ts"
import { whereOf } from "./incident-filter.ts"
import { findIncident } from "./find-incident.ts"
import { UpdateKind } from "./incident-enums.graph.ts"

const Incident = builder.prismaObject("Incident", {
  interfaces: [Node],
  description: "An outage or other problem that the team works on and status pages can show.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "incidents:read", noun: "incident" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    number: t.exposeInt("number", {
      description: "Sequential within the project, from 1, without gaps.",
    }),
    title: t.exposeString("title", { description: "Short summary of the problem." }),
    description: t.exposeString("description", { description: "What is known, in one sentence." }),
    state: t.relation("state", { description: "Its workflow state." }),
    severity: t.relation("severity", { description: "Its severity." }),
    monitor: t.relation("monitor", {
      nullable: true,
      description: "The monitor that failed; null if it was declared manually without a monitor.",
    }),
    isFlapping: t.exposeBoolean("isFlapping", {
      description: "True once it has recurred within ten minutes of its recovery.",
    }),
    isManual: t.exposeBoolean("isManual", {
      description: "True once a person has set the state; recovery no longer changes it.",
    }),
    startedAt: t.expose("startedAt", {
      type: "DateTime",
      description: "Time of the first failed check, or when it was declared manually.",
    }),
    acknowledgedAt: t.expose("acknowledgedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was acknowledged.",
    }),
    acknowledgedBy: t.exposeString("acknowledgedBy", {
      nullable: true,
      description: "Name of the person who acknowledged it.",
    }),
    resolvedAt: t.expose("resolvedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was resolved; null while it is open.",
    }),
    postmortemNote: t.exposeString("postmortemNote", {
      description: "The post-mortem: what happened and why; empty until it is written.",
    }),
    postmortemPublished: t.exposeBoolean("postmortemPublished", {
      description: "Whether status pages show the post-mortem.",
    }),
    postmortemNotify: t.exposeBoolean("postmortemNotify", {
      description: "Whether subscribers are notified when the post-mortem is published.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was declared." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    updates: t.relatedConnection("updates", {
      cursor: "id",
      description: "The timeline, newest first.",
      authScopes: async ({ id, projectId }, page, { database }) => {
        await requireCursors(page, (row) =>
          database.prisma.incidentUpdate.count({ where: { id: row, incidentId: id } }),
        )
        return { may: { projectId, permission: "incidents:read", noun: "incident" } }
      },
      query: (page) => checkedPage(page, { orderBy: [{ at: "desc" }, { id: "desc" }] }),
    }),
    alerts: t.relatedConnection("alerts", {
      cursor: "id",
      description: "Its alerts, newest first.",
      authScopes: async ({ id, projectId }, page, { database }) => {
        await requireCursors(page, (row) =>
          database.prisma.alert.count({ where: { id: row, incidentId: id } }),
        )
        return { may: { projectId, permission: "alerts:read", noun: "incident" } }
      },
      query: (page) => checkedPage(page, { orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
    }),
  }),
})

builder.prismaObject("IncidentUpdate", {
  description: "An entry of an incident's timeline.",
  include: { incident: { select: { projectId: true } } },
  authScopes: ({ incident: { projectId } }) => ({
    may: { projectId, permission: "incidents:read", noun: "incident" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    kind: t.expose("kind", { type: UpdateKind, description: "The kind of entry." }),
    body: t.exposeString("body", { description: "Its text; may be empty." }),
    actorName: t.exposeString("actorName", { description: "Who did it." }),
    isPublic: t.exposeBoolean("isPublic", {
      description: "Whether status pages that show the incident show this entry.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When it happened." }),
    outages: t.exposeInt("outages", {
      nullable: true,
      description:
        "For a flap, the number of outages it summarizes, including the first; otherwise null.",
    }),
    until: t.expose("until", {
      type: "DateTime",
      nullable: true,
      description: "For a flap, when the target last went down or recovered; otherwise null.",
    }),
  }),
})

const IncidentSort = builder.enumType("IncidentSort", {
  description: "The order of a list of incidents.",
  values: {
    CREATED_AT_ASC: { description: "Oldest first." },
    CREATED_AT_DESC: { description: "Newest first." },
    NUMBER_ASC: { description: "Lowest number first." },
    NUMBER_DESC: { description: "Highest number first." },
    STARTED_AT_ASC: { description: "Earliest start first." },
    STARTED_AT_DESC: { description: "Latest start first." },
  } as const,
})

const orders = {
  CREATED_AT_ASC: { name: "CREATED_AT_ASC", column: "createdAt", isDescending: false },
  CREATED_AT_DESC: { name: "CREATED_AT_DESC", column: "createdAt", isDescending: true },
  NUMBER_ASC: { name: "NUMBER_ASC", column: "number", isDescending: false },
  NUMBER_DESC: { name: "NUMBER_DESC", column: "number", isDescending: true },
  STARTED_AT_ASC: { name: "STARTED_AT_ASC", column: "startedAt", isDescending: false },
  STARTED_AT_DESC: { name: "STARTED_AT_DESC", column: "startedAt", isDescending: true },
} as const

/** Rows are read with all columns, so a query only adds relations. */
type Included = { include?: Prisma.IncidentInclude }

builder.prismaObjectField("Project", "incidents", (t) =>
  t.connection({
    type: Incident,
    description: "Incidents, newest first by default.",
    args: {
      activeOnly: t.arg.boolean({ description: "True excludes resolved incidents." }),
      monitorIds: t.arg.idList({ description: "Only incidents of these monitors, at most 100." }),
      severities: t.arg.stringList({
        description: "Only incidents with these severities, by name.",
      }),
      search: t.arg.string({ description: "Matches the title, the description or the number." }),
      sort: t.arg({ type: IncidentSort, description: "The order; newest first by default." }),
    },
    resolve: async ({ id: projectId }, { sort, ...args }, context, info) => {
      await context.access.require(projectId, "incidents:read")
      const page = keysetWhere(args, orders[sort ?? "CREATED_AT_DESC"])
      const { orderBy, take } = page
      const rows = await context.database.prisma.incident.findMany({
        ...(queryFromInfo({ context, info, path: ["edges", "node"] }) as Included),
        where: { AND: [{ projectId }, whereOf(args), ...page.bounds] },
        orderBy,
        take,
      })
      return page.pageOf(rows)
    },
  }),
)

builder.prismaObjectField("Monitor", "incidents", (t) =>
  t.relatedConnection("incidents", {
    cursor: "id",
    description: "Incidents of this monitor, newest first.",
    authScopes: async ({ id, projectId }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.incident.count({ where: { id: row, monitorId: id } }),
      )
      return { may: { projectId, permission: "incidents:read", noun: "monitor" } }
    },
    args: { activeOnly: t.arg.boolean({ description: "True excludes resolved incidents." }) },
    query: (args) =>
      checkedPage(args, {
        where: whereOf(args),
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      }),
  }),
)

builder.queryField("incident", (t) =>
  t.prismaField({
    type: Incident,
    nullable: true,
    description: "One incident. Needs incidents:read.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => findIncident(ctx, id, "incidents:read"),
  }),
)
