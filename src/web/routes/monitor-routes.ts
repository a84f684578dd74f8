import { createRoute } from "@tanstack/react-router"
import { projectRoute } from "./project-routes.ts"
import { listSearch } from "../monitor-list/list-search.ts"
import { lazyPage } from "../lazy-part.ts"

export const monitorRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors",
    validateSearch: listSearch,
    component: lazyPage(() => import("../monitor-list/monitor-list.tsx"), "MonitorList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors/import",
    component: lazyPage(() => import("../monitor-import/import-page.tsx"), "ImportMonitors"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors/new",
    component: lazyPage(() => import("../monitor-form/add-monitor.tsx"), "AddMonitor"),
  }),
] as const
