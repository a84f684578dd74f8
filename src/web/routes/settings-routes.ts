import { createRoute } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { settingsRoute } from "./settings-route.ts"
import { lazyPage } from "../lazy-part.ts"
import { pagesOf } from "./pages-of.ts"

const page = pagesOf(settingsRoute)

export const settingsRoutes = [
  page("/", () => import("../settings/general-page.tsx"), "GeneralPage"),
  page("/members", () => import("../member/member-list.tsx"), "MembersPage"),
  page("/channels", () => import("../channel/channel-list.tsx"), "ChannelsPage"),
  page("/channels/new", () => import("../channel/channel-list.tsx"), "NewChannelPage"),
  page("/channels/$channelId", () => import("../channel/channel-page.tsx"), "ChannelPage"),
  page("/sources", () => import("../source/source-list.tsx"), "SourcesPage"),
  page("/sources/new", () => import("../source/source-list.tsx"), "NewSourcePage"),
  page("/sources/$sourceId", () => import("../source/source-page.tsx"), "SourcePage"),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/deliveries",
    validateSearch: searchSchema({
      alert: word,
      kind: word,
      person: word,
      state: word,
      to: word,
      range: word,
      from: word,
      until: word,
    }),
    component: lazyPage(() => import("../delivery/deliveries-page.tsx"), "DeliveriesPage"),
  }),
  page("/keys", () => import("../key/key-list.tsx"), "KeysPage"),
  page("/labels", () => import("../label/label-list.tsx"), "LabelsPage"),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/states",
    validateSearch: searchSchema({ subject: word }),
    component: lazyPage(() => import("../state/states-page.tsx"), "StatesPage"),
  }),
  page("/templates", () => import("../template/template-list.tsx"), "TemplatesPage"),
  page("/templates/new", () => import("../template/template-page.tsx"), "NewTemplatePage"),
  page("/templates/$templateId", () => import("../template/template-page.tsx"), "TemplatePage"),
  page("/reports", () => import("../report/report-schedules.tsx"), "ReportSchedulesPage"),
  page("/usage", () => import("../usage/usage-page.tsx"), "UsagePage"),
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
