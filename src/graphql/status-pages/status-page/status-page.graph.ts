import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { Node } from "../../kernel/node.graph.ts"
import { findStatusPage } from "./find-status-page.ts"
import {
  StatusPageDensity,
  StatusPageFont,
  StatusPageLink,
  StatusPageTheme,
} from "./page-look.graph.ts"
import { lookOf } from "./rules/page-look.ts"
import { connectionOf } from "../../kernel/keyset.ts"
import { listResources, listStatusPages } from "./list-status-pages.ts"

builder.prismaObject("StatusPageGroup", {
  description: "Group of resources on a status page.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) =>
    mayOf(projectId, "status_pages:read", "status page group"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    order: t.exposeInt("order", { description: "Position among the groups of its page." }),
    isCollapsed: t.exposeBoolean("isCollapsed", {
      description:
        "Whether it is folded when a visitor comes, unless something in it has a problem.",
    }),
  }),
})

const StatusPageResource = builder.prismaObject("StatusPageResource", {
  description: "A monitor shown on a status page.",
  include: { page: { select: { projectId: true } }, monitor: { select: { name: true } } },
  authScopes: ({ page: { projectId } }) =>
    mayOf(projectId, "status_pages:read", "status page resource"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    monitor: t.relation("monitor", { description: "The monitor. Needs monitors:read." }),
    monitorId: t.exposeID("monitorId", { description: "The monitor's id." }),
    monitorName: t.string({
      description: "The monitor's internal name.",
      resolve: ({ monitor }) => monitor.name,
    }),
    group: t.relation("group", {
      nullable: true,
      description: "Its group; null if it is ungrouped.",
    }),
    displayName: t.exposeString("displayName", { description: "Display name." }),
    displayDescription: t.exposeString("displayDescription", {
      description: "Description on the page; may be empty.",
    }),
    showUptimePercent: t.exposeBoolean("showUptimePercent", {
      description: "Whether the page shows its uptime.",
    }),
    showResponseTimes: t.exposeBoolean("showResponseTimes", {
      description: "Whether the page shows its response times.",
    }),
    order: t.exposeInt("order", {
      description: "Sort key among all resources of the page; increasing, possibly with gaps.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was attached." }),
  }),
})

/** Relations that the type needs, so that a query only adds to them. */
type Included = {
  include: { page: { select: { projectId: true } }; monitor: { select: { name: true } } }
}

/** A page that its resolver read without the relation is read again. */
const isLoaded = (name: string) => ({
  pothosPrismaLoaded: (page: Record<string, unknown>) => page[name] !== undefined,
})

const StatusPage = builder.prismaObject("StatusPage", {
  interfaces: [Node],
  description: "A page that shows the status of monitors to the public or to selected visitors.",
  authScopes: ({ projectId }) => mayOf(projectId, "status_pages:read", "status page"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    project: t.relation("project", { description: "The project it belongs to." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", {
      nullable: true,
      description: "At most 5,000 characters.",
    }),
    slug: t.exposeString("slug", { description: "Permanent part of its URL." }),
    url: t.string({
      description: "Its URL.",
      resolve: ({ slug }, _args, { env }) => `${env.BASE_URL}/status/${slug}`,
    }),
    isPublic: t.exposeBoolean("isPublic", {
      description: "Whether everyone can see it.",
    }),
    accentColor: t.exposeString("accentColor", {
      nullable: true,
      description: "#rrggbb; null for the default color.",
    }),
    theme: t.field({
      type: StatusPageTheme,
      description: "Light, dark or automatic colors.",
      resolve: (page) => lookOf(page).theme,
    }),
    font: t.field({
      type: StatusPageFont,
      description: "The typeface.",
      resolve: (page) => lookOf(page).font,
    }),
    density: t.field({
      type: StatusPageDensity,
      description: "Height of the rows.",
      resolve: (page) => lookOf(page).density,
    }),
    links: t.field({
      type: [StatusPageLink],
      description: "Links of the header, at most 5.",
      resolve: (page) => [...lookOf(page).links],
    }),
    customCss: t.exposeString("customCss", {
      nullable: true,
      description: "CSS that sets the page's variables and safe properties.",
    }),
    showsMaker: t.exposeBoolean("showsMaker", {
      description: "Whether it shows “Powered by Watchkeeper”.",
    }),
    showsCorrections: t.exposeBoolean("showsCorrections", {
      description: "Whether corrections change its uptime, which then says so.",
    }),
    language: t.exposeString("language", {
      description: "Default language, for visitors whose browser requests no supported one.",
    }),
    darkLogoUrl: t.string({
      nullable: true,
      description: "URL of its logo for dark backgrounds; null if it has none of its own.",
      select: { logo: { select: { darkTag: true } } },
      extensions: isLoaded("logo"),
      resolve: ({ slug, logo }, _args, { env }) =>
        logo === null || logo.darkTag === null
          ? null
          : `${env.BASE_URL}/status/${slug}/logo-dark?${logo.darkTag}`,
    }),
    logoUrl: t.string({
      nullable: true,
      description: "URL of its logo; null if it has none.",
      select: { logo: { select: { tag: true } } },
      extensions: isLoaded("logo"),
      resolve: ({ slug, logo }, _args, { env }) =>
        logo === null ? null : `${env.BASE_URL}/status/${slug}/logo?${logo.tag}`,
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      description: "When its text, color or visibility last changed.",
    }),
    groups: t.relation("groups", {
      description: "Groups in order, at most 100.",
      query: { orderBy: [{ order: "asc" }, { id: "asc" }] },
    }),
    shownIncidents: t.prismaField({
      type: ["Incident"],
      description:
        "Manually added incidents, latest first, at most 100; incidents of its monitors appear automatically. Needs incidents:read.",
      resolve: (query, { id }, _args, { database }) =>
        database.prisma.incident.findMany({
          ...query,
          where: { pages: { some: { pageId: id } } },
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
          take: 100,
        }),
    }),
    componentCount: t.int({
      description: "Number of its resources.",
      select: { _count: { select: { resources: true } } },
      extensions: isLoaded("_count"),
      resolve: ({ _count }) => _count.resources,
    }),
    resources: t.connection({
      type: StatusPageResource,
      description: "Resources in display order.",
      resolve: async ({ id }, args, context, info) => {
        const page = await listResources(context, id, args)
        const query = includeNodes(context, info) as Included
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
    description: "Status pages, ordered by name. Needs status_pages:read.",
    args: {
      monitorIds: t.arg.idList({
        description: "Only pages that show one of these monitors, at most 100.",
      }),
    },
    resolve: async ({ id }, args, context, info) => {
      const page = await listStatusPages(context, id, args)
      const rows = await context.database.prisma.statusPage.findMany({
        ...includeNodes(context, info),
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
