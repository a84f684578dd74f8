import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { settingsRoute } from "./settings-route.ts"

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/",
    component: lazyRouteComponent(() => import("../project/general-page.tsx"), "GeneralPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/members",
    component: lazyRouteComponent(() => import("../member/member-list.tsx"), "MembersPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/channels",
    component: lazyRouteComponent(() => import("../channel/channel-list.tsx"), "ChannelsPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/channels/new",
    component: lazyRouteComponent(() => import("../channel/new-channel.tsx"), "NewChannelPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/channels/$channelId",
    component: lazyRouteComponent(() => import("../channel/channel-page.tsx"), "ChannelPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/keys",
    component: lazyRouteComponent(() => import("../key/key-list.tsx"), "KeysPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/labels",
    component: lazyRouteComponent(() => import("../label/label-list.tsx"), "LabelsPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/states",
    validateSearch: searchSchema({ subject: word }),
    component: lazyRouteComponent(() => import("../state/states-page.tsx"), "StatesPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/templates",
    component: lazyRouteComponent(() => import("../template/template-list.tsx"), "TemplatesPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/templates/new",
    component: lazyRouteComponent(() => import("../template/new-template.tsx"), "NewTemplatePage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/templates/$templateId",
    component: lazyRouteComponent(() => import("../template/template-page.tsx"), "TemplatePage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/reports",
    component: lazyRouteComponent(
      () => import("../report/report-schedules.tsx"),
      "ReportSchedulesPage",
    ),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/usage",
    component: lazyRouteComponent(() => import("../usage/usage-page.tsx"), "UsagePage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/audit",
    validateSearch: searchSchema({
      about: word,
      actor: word,
      subject: word,
      search: word,
      range: word,
      from: word,
      until: word,
    }),
    component: lazyRouteComponent(() => import("../audit/audit-page.tsx"), "AuditPage"),
  }),
] as const
