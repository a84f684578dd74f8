import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-routes.ts"

export const incidentRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents",
    component: lazyRouteComponent(() => import("./incident-list.tsx"), "IncidentList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents/$incidentId",
    component: lazyRouteComponent(() => import("./incident-page.tsx"), "IncidentPage"),
  }),
] as const
