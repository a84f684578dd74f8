import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { catch as fallback, z } from "zod/mini"
import { projectRoute } from "../project/project-routes.ts"

const word = fallback(z.optional(z.string()), undefined)

export const monitorRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors",
    validateSearch: z.object({ search: word, status: word }),
    component: lazyRouteComponent(() => import("./monitor-list.tsx"), "MonitorList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors/new",
    component: lazyRouteComponent(() => import("./add-monitor.tsx"), "AddMonitor"),
  }),
] as const
