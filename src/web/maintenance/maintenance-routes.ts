import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { catch as fallback, z } from "zod/mini"
import { projectRoute } from "../project/project-routes.ts"

const word = fallback(z.optional(z.string()), undefined)
const state = fallback(
  z.optional(z.enum(["SCHEDULED", "ONGOING", "COMPLETED", "CANCELLED", "ALL"])),
  undefined,
)

export const maintenanceRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances",
    validateSearch: z.object({ month: word }),
    component: lazyRouteComponent(() => import("./maintenance-calendar.tsx"), "Calendar"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/maintenances/list",
    validateSearch: z.object({ search: word, state, monitor: word, from: word, until: word }),
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
    validateSearch: z.object({ repeats: word, day: word, monitor: word }),
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
