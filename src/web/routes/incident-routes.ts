import { createRoute } from "@tanstack/react-router"
import { projectRoute } from "./project-routes.ts"
import { incidentSearch } from "../incident/incident-search.ts"
import { lazyPage } from "../lazy-part.ts"

export const incidentRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents",
    validateSearch: incidentSearch,
    component: lazyPage(() => import("../incident/incident-list.tsx"), "IncidentList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents/new",
    component: lazyPage(() => import("../incident/declare-page.tsx"), "DeclarePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents/$incidentId",
    component: lazyPage(() => import("../incident/incident-page.tsx"), "IncidentPage"),
  }),
] as const
