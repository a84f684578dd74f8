import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "../project/project-routes.ts"

const range = { range: word, from: word, until: word }

export const monitorPageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/monitors/$monitorId",
  component: lazyRouteComponent(() => import("./monitor-page.tsx"), "MonitorPage"),
})

/** The page of one monitor: its head, and a tab below it. */
export const monitorTabRoutes = [
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/",
    validateSearch: searchSchema(range),
    component: lazyRouteComponent(() => import("./monitor-overview.tsx"), "MonitorOverview"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/checks",
    validateSearch: searchSchema({ ...range, result: word }),
    component: lazyRouteComponent(() => import("../check/checks-tab.tsx"), "ChecksTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/outages",
    validateSearch: searchSchema(range),
    component: lazyRouteComponent(() => import("../outage/outages-tab.tsx"), "OutagesTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/tuning",
    validateSearch: searchSchema({ ...range, failures: word, recoveries: word }),
    component: lazyRouteComponent(() => import("../tuning/tuning-tab.tsx"), "TuningTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./settings-tab.tsx"), "SettingsTab"),
  }),
] as const
