import { createRoute } from "@tanstack/react-router"
import { projectRoute } from "./project-routes.ts"
import { incidentSearch } from "../incident/incident-search.ts"
import { lazyPage } from "../lazy-part.ts"
import { pagesOf } from "./pages-of.ts"

const page = pagesOf(projectRoute)

export const incidentRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/incidents",
    validateSearch: incidentSearch,
    component: lazyPage(() => import("../incident/incident-list.tsx"), "IncidentList"),
  }),
  page("/incidents/new", () => import("../incident/declare-page.tsx"), "DeclarePage"),
  page("/incidents/$incidentId", () => import("../incident/incident-page.tsx"), "IncidentPage"),
] as const
