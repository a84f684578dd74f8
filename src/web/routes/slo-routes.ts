import { createRoute } from "@tanstack/react-router"
import { oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

const status = oneOf("BURNING", "EXHAUSTED", "HEALTHY", "NO_DATA")

export const sloRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/slos",
    validateSearch: searchSchema({ search: word, status, sort: oneOf("budget") }),
    component: lazyPage(() => import("../slo/slo-list.tsx"), "SloList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/slos/new",
    validateSearch: searchSchema({ service: word }),
    component: lazyPage(() => import("../slo/add-slo.tsx"), "AddSlo"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/slos/$sloId",
    component: lazyPage(() => import("../slo/slo-page.tsx"), "SloPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/slos/$sloId/edit",
    component: lazyPage(() => import("../slo/edit-slo.tsx"), "EditSlo"),
  }),
] as const
