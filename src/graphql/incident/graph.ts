import { queryFromInfo } from "@pothos/plugin-prisma"
import type { Prisma } from "../../postgres.ts"
import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { keysetWhere } from "../keyset.ts"
import { whereOf } from "./filter.ts"
import { findIncident } from "./find.ts"
import { UpdateKind } from "./graph-enum.ts"

const Incident = builder.prismaObject("Incident", {
  description: "What the team and the public talk about while something is down.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "incidents:read", noun: "incident" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    number: t.exposeInt("number", { description: "Counts from 1 in its project, without gaps." }),
    title: t.exposeString("title", { description: "What is the matter, in a few words." }),
    description: t.exposeString("description", { description: "What is known, in a sentence." }),
    state: t.relation("state", { description: "Where the work on it stands." }),
    severity: t.relation("severity", { description: "How grave it is." }),
    monitor: t.relation("monitor", {
      nullable: true,
      description: "What failed; null for an incident declared by hand without a monitor.",
    }),
    isFlapping: t.exposeBoolean("isFlapping", {
      description: "True once it came back within ten minutes of its recovery.",
    }),
    isManual: t.exposeBoolean("isManual", {
      description: "True once a person chose the state, so that recovery leaves it alone.",
    }),
    startedAt: t.expose("startedAt", {
      type: "DateTime",
      description: "The first failed check, or the moment it was declared by hand.",
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
    resolvedAt: t.expose("resolvedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was over; null while it is not.",
    }),
    postmortemNote: t.exposeString("postmortemNote", {
      description: "What happened and why; empty where nobody wrote it yet.",
    }),
    postmortemPublished: t.exposeBoolean("postmortemPublished", {
      description: "Whether the public may read the post-mortem.",
    }),
    postmortemNotify: t.exposeBoolean("postmortemNotify", {
      description: "Whether subscribers are told when the post-mortem is published.",
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
      description: "The alerts that it raised, newest first.",
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
    kind: t.expose("kind", { type: UpdateKind, description: "What it tells." }),
    body: t.exposeString("body", { description: "The words; empty where the kind says it all." }),
    actorName: t.exposeString("actorName", { description: "Who did it." }),
    isPublic: t.exposeBoolean("isPublic", {
      description: "Whether the status pages that show the incident tell it.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When it happened." }),
  }),
})

const IncidentSort = builder.enumType("IncidentSort", {
  description: "The order of a list of incidents.",
  values: {
    CREATED_AT_ASC: { description: "Oldest first." },
    CREATED_AT_DESC: { description: "Newest first." },
    NUMBER_ASC: { description: "Lowest number first." },
    NUMBER_DESC: { description: "Highest number first." },
    STARTED_AT_ASC: { description: "By the beginning of the outage, earliest first." },
    STARTED_AT_DESC: { description: "By the beginning of the outage, latest first." },
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

/** Rows are read with all their columns, so a query only ever adds relations. */
type Included = { include?: Prisma.IncidentInclude }

builder.prismaObjectField("Project", "incidents", (t) =>
  t.connection({
    type: Incident,
    description: "Incidents, newest first where no other order is asked for.",
    args: {
      activeOnly: t.arg.boolean({ description: "True leaves out what is resolved." }),
      monitorIds: t.arg.idList({ description: "Only those of these monitors, 100 at most." }),
      severities: t.arg.stringList({ description: "Only those of these severities, by name." }),
      search: t.arg.string({ description: "Words of title or description, or a number." }),
      sort: t.arg({ type: IncidentSort, description: "The order; newest first where absent." }),
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
    args: { activeOnly: t.arg.boolean({ description: "True leaves out what is resolved." }) },
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
