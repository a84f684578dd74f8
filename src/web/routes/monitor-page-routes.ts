import { createRoute } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

const range = { range: word, from: word, until: word }

export const monitorPageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/monitors/$monitorId",
  component: lazyPage(() => import("../monitor-page/monitor-page.tsx"), "MonitorPage"),
})

/** The page of one monitor: its head, and a tab below it. */
export const monitorTabRoutes = [
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/",
    validateSearch: searchSchema(range),
    component: lazyPage(() => import("../monitor-page/monitor-overview.tsx"), "MonitorOverview"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/checks",
    validateSearch: searchSchema({ ...range, result: word }),
    component: lazyPage(() => import("../monitor-page/checks-tab.tsx"), "ChecksTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/pings",
    validateSearch: searchSchema({ ...range, kind: word, exit: word, search: word }),
    component: lazyPage(() => import("../monitor-page/checks-tab.tsx"), "PingsTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/outages",
    validateSearch: searchSchema(range),
    component: lazyPage(() => import("../outage/outages-tab.tsx"), "OutagesTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/tuning",
    validateSearch: searchSchema({ ...range, failures: word, recoveries: word }),
    component: lazyPage(() => import("../tuning/tuning-tab.tsx"), "TuningTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/settings",
    component: lazyPage(() => import("../monitor-page/settings-tab.tsx"), "SettingsTab"),
  }),
] as const
