import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-routes.ts"
import { incidentSearch } from "./incident-search.ts"

export const incidentRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents",
    validateSearch: incidentSearch,
    component: lazyRouteComponent(() => import("./incident-list.tsx"), "IncidentList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents/new",
    component: lazyRouteComponent(() => import("./declare-page.tsx"), "DeclarePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents/$incidentId",
    component: lazyRouteComponent(() => import("./incident-page.tsx"), "IncidentPage"),
  }),
] as const
