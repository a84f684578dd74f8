import { createRoute } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { settingsRoute } from "./settings-route.ts"
import { lazyPage } from "../lazy-part.ts"

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/",
    component: lazyPage(() => import("../settings/general-page.tsx"), "GeneralPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/members",
    component: lazyPage(() => import("../member/member-list.tsx"), "MembersPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/channels",
    component: lazyPage(() => import("../channel/channel-list.tsx"), "ChannelsPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/channels/new",
    component: lazyPage(() => import("../channel/new-channel.tsx"), "NewChannelPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/channels/$channelId",
    component: lazyPage(() => import("../channel/channel-page.tsx"), "ChannelPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/keys",
    component: lazyPage(() => import("../key/key-list.tsx"), "KeysPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/labels",
    component: lazyPage(() => import("../label/label-list.tsx"), "LabelsPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/states",
    validateSearch: searchSchema({ subject: word }),
    component: lazyPage(() => import("../state/states-page.tsx"), "StatesPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/templates",
    component: lazyPage(() => import("../template/template-list.tsx"), "TemplatesPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/templates/new",
    component: lazyPage(() => import("../template/new-template.tsx"), "NewTemplatePage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/templates/$templateId",
    component: lazyPage(() => import("../template/template-page.tsx"), "TemplatePage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/reports",
    component: lazyPage(() => import("../report/report-schedules.tsx"), "ReportSchedulesPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/usage",
    component: lazyPage(() => import("../usage/usage-page.tsx"), "UsagePage"),
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
    component: lazyPage(() => import("../audit/audit-page.tsx"), "AuditPage"),
  }),
] as const
