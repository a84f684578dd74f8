import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "../project/project-routes.ts"

const status = oneOf("BURNING", "EXHAUSTED", "HEALTHY", "NO_DATA")

export const sloRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/slos",
    validateSearch: searchSchema({ search: word, status, sort: oneOf("budget") }),
    component: lazyRouteComponent(() => import("./slo-list.tsx"), "SloList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/slos/new",
    validateSearch: searchSchema({ service: word }),
    component: lazyRouteComponent(() => import("./add-slo.tsx"), "AddSlo"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/slos/$sloId",
    component: lazyRouteComponent(() => import("./slo-page.tsx"), "SloPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/slos/$sloId/edit",
    component: lazyRouteComponent(() => import("./edit-slo.tsx"), "EditSlo"),
  }),
] as const
