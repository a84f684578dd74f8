import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "../project/project-routes.ts"

const state = oneOf("SCHEDULED", "ONGOING", "COMPLETED", "CANCELLED", "ALL")

export const maintenanceRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances",
    validateSearch: searchSchema({ month: word }),
    component: lazyRouteComponent(() => import("./maintenance-calendar.tsx"), "Calendar"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/list",
    validateSearch: searchSchema({ search: word, state, monitor: word, from: word, until: word }),
    component: lazyRouteComponent(() => import("./maintenance-list.tsx"), "MaintenanceList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/series",
    component: lazyRouteComponent(() => import("./series-list.tsx"), "SeriesList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/new",
    validateSearch: searchSchema({ repeats: word, day: word, monitor: word }),
    component: lazyRouteComponent(() => import("./add-maintenance.tsx"), "AddMaintenance"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/series/$seriesId",
    component: lazyRouteComponent(() => import("./series-page.tsx"), "SeriesPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/series/$seriesId/edit",
    component: lazyRouteComponent(() => import("./edit-series.tsx"), "EditSeries"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/$maintenanceId",
    component: lazyRouteComponent(() => import("./maintenance-page.tsx"), "MaintenancePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/$maintenanceId/edit",
    component: lazyRouteComponent(() => import("./edit-maintenance.tsx"), "EditMaintenance"),
  }),
] as const
