import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-routes.ts"
import { listSearch } from "./list-search.ts"

export const monitorRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors",
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import("./monitor-list.tsx"), "MonitorList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors/new",
    component: lazyRouteComponent(() => import("./add-monitor.tsx"), "AddMonitor"),
  }),
] as const
