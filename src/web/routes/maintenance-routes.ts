import { createRoute } from "@tanstack/react-router"
import { oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"
import { pagesOf } from "./pages-of.ts"

const state = oneOf("SCHEDULED", "ONGOING", "COMPLETED", "CANCELLED", "ALL")

const page = pagesOf(projectRoute)

export const maintenanceRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances",
    validateSearch: searchSchema({ month: word }),
    component: lazyPage(() => import("../maintenance/maintenance-calendar.tsx"), "Calendar"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/list",
    validateSearch: searchSchema({ search: word, state, monitor: word, from: word, until: word }),
    component: lazyPage(() => import("../maintenance/maintenance-list.tsx"), "MaintenanceList"),
  }),
  page("/maintenances/series", () => import("../maintenance/series-list.tsx"), "SeriesList"),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/new",
    validateSearch: searchSchema({ repeats: word, day: word, monitor: word }),
    component: lazyPage(() => import("../maintenance/edit-maintenance.tsx"), "AddMaintenance"),
  }),
  page(
    "/maintenances/series/$seriesId",
    () => import("../maintenance/series-page.tsx"),
    "SeriesPage",
  ),
  page(
    "/maintenances/series/$seriesId/edit",
    () => import("../maintenance/edit-maintenance.tsx"),
    "EditSeries",
  ),
  page(
    "/maintenances/$maintenanceId",
    () => import("../maintenance/maintenance-page.tsx"),
    "MaintenancePage",
  ),
  page(
    "/maintenances/$maintenanceId/edit",
    () => import("../maintenance/edit-maintenance.tsx"),
    "EditMaintenance",
  ),
] as const
