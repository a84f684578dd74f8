import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { catch as fallback, z } from "zod/mini"
import { projectRoute } from "../project/project-routes.ts"

const word = fallback(z.optional(z.string()), undefined)
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
    validateSearch: z.object(range),
    component: lazyRouteComponent(() => import("./monitor-overview.tsx"), "MonitorOverview"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/checks",
    validateSearch: z.object({ ...range, result: word }),
    component: lazyRouteComponent(() => import("../check/checks-tab.tsx"), "ChecksTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/outages",
    validateSearch: z.object(range),
    component: lazyRouteComponent(() => import("../outage/outages-tab.tsx"), "OutagesTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/tuning",
    validateSearch: z.object({ ...range, failures: word, recoveries: word }),
    component: lazyRouteComponent(() => import("../tuning/tuning-tab.tsx"), "TuningTab"),
  }),
  createRoute({
    getParentRoute: () => monitorPageRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./settings-tab.tsx"), "SettingsTab"),
  }),
] as const
