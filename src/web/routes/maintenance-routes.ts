import { createRoute } from "@tanstack/react-router"
import { oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

const state = oneOf("SCHEDULED", "ONGOING", "COMPLETED", "CANCELLED", "ALL")

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
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/series",
    component: lazyPage(() => import("../maintenance/series-list.tsx"), "SeriesList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/new",
    validateSearch: searchSchema({ repeats: word, day: word, monitor: word }),
    component: lazyPage(() => import("../maintenance/add-maintenance.tsx"), "AddMaintenance"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/series/$seriesId",
    component: lazyPage(() => import("../maintenance/series-page.tsx"), "SeriesPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/series/$seriesId/edit",
    component: lazyPage(() => import("../maintenance/edit-series.tsx"), "EditSeries"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/$maintenanceId",
    component: lazyPage(() => import("../maintenance/maintenance-page.tsx"), "MaintenancePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/$maintenanceId/edit",
    component: lazyPage(() => import("../maintenance/edit-maintenance.tsx"), "EditMaintenance"),
  }),
] as const
