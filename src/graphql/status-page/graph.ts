import { queryFromInfo } from "@pothos/plugin-prisma"
import type { Prisma } from "../../postgres.ts"
import { builder } from "../builder.ts"
import { findStatusPage } from "./find.ts"
import { connectionOf } from "../keyset.ts"
import { listResources, listStatusPages } from "./list.ts"

builder.prismaObject("StatusPageGroup", {
  description: "A heading over some of a page's resources.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) => ({
    may: { projectId, permission: "status_pages:read", noun: "status page group" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    order: t.exposeInt("order", { description: "Its place among the groups of its page." }),
  }),
})

const StatusPageResource = builder.prismaObject("StatusPageResource", {
  description: "A monitor shown on a status page.",
  include: { page: { select: { projectId: true } }, monitor: { select: { name: true } } },
  authScopes: ({ page: { projectId } }) => ({
    may: { projectId, permission: "status_pages:read", noun: "status page resource" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    monitor: t.relation("monitor", { description: "The monitor. Needs monitors:read." }),
    monitorId: t.exposeID("monitorId", { description: "The monitor's id." }),
    monitorName: t.string({
      description: "What the team calls the monitor.",
      resolve: ({ monitor }) => monitor.name,
    }),
    group: t.relation("group", {
      nullable: true,
      description: "Where it stands; null for below all groups.",
    }),
    displayName: t.exposeString("displayName", { description: "What the page calls it." }),
    displayDescription: t.exposeString("displayDescription", {
      description: "What the page says of it; may be empty.",
    }),
    showUptimePercent: t.exposeBoolean("showUptimePercent", {
      description: "Whether the page tells its uptime.",
    }),
    showResponseTimes: t.exposeBoolean("showResponseTimes", {
      description: "Whether the page draws its response times.",
    }),
    order: t.exposeInt("order", {
      description:
        "Its place in display order among all resources of the page; it grows along the list, where a detached one may have left a gap.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was attached." }),
  }),
})

/** What the type asks for itself, so that a query only ever adds relations. */
type Included = {
  include: { page: { select: { projectId: true } }; monitor: { select: { name: true } } }
}

const StatusPage = builder.prismaObject("StatusPage", {
  description: "What a project shows the world.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "status_pages:read", noun: "status page" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    project: t.relation("project", { description: "The project it belongs to." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", {
      nullable: true,
      description: "At most 5,000 characters.",
    }),
    slug: t.exposeString("slug", { description: "Its published address; it never changes." }),
    url: t.string({
      description: "Where it is published.",
      resolve: ({ slug }, _args, { env }) => `${env.BASE_URL}/status/${slug}`,
    }),
    isPublic: t.exposeBoolean("isPublic", {
      description: "False while nobody can open it at its address.",
    }),
    accentColor: t.exposeString("accentColor", {
      nullable: true,
      description: "#rrggbb; null for the usual look.",
    }),
    language: t.exposeString("language", {
      description: "What it speaks to visitors whose browser asks for no language that it knows.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      description: "When its own words, its colour or its visibility last changed.",
    }),
    groups: t.relation("groups", {
      description: "Its groups in order, 100 at most.",
      query: { orderBy: [{ order: "asc" }, { id: "asc" }] },
    }),
    shownIncidents: t.prismaField({
      type: ["Incident"],
      description:
        "Incidents that were put on it by hand, latest first, 100 at most; those of its monitors are on it by themselves. Needs incidents:read.",
      resolve: (query, { id }, _args, { database }) =>
        database.prisma.incident.findMany({
          ...query,
          where: { pages: { some: { pageId: id } } },
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
          take: 100,
        }),
    }),
    resources: t.connection({
      type: StatusPageResource,
      description: "What it shows, in display order.",
      resolve: async ({ id }, args, context, info) => {
        const page = await listResources(context, id, args)
        const query: Included = queryFromInfo({ context, info, path: ["edges", "node"] })
        const rows = await context.database.prisma.statusPageResource.findMany({
          ...query,
          where: { id: { in: page.ids } },
        })
        return connectionOf(page, rows)
      },
    }),
  }),
})

builder.prismaObjectField("Project", "statusPages", (t) =>
  t.connection({
    type: StatusPage,
    description: "Its status pages, by name. Needs status_pages:read.",
    resolve: async ({ id }, args, context, info) => {
      const page = await listStatusPages(context, id, args)
      const rows = await context.database.prisma.statusPage.findMany({
        ...(queryFromInfo({ context, info, path: ["edges", "node"] }) as {
          include?: Prisma.StatusPageInclude
        }),
        where: { id: { in: page.ids } },
      })
      return connectionOf(page, rows)
    },
  }),
)

builder.queryField("statusPage", (t) =>
  t.prismaField({
    type: StatusPage,
    nullable: true,
    description: "One status page. Needs status_pages:read.",
    args: { id: t.arg.id({ required: true, description: "The status page." }) },
    resolve: (_query, _root, { id }, ctx) => findStatusPage(ctx, id, "status_pages:read"),
  }),
)
