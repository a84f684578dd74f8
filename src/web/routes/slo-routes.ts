import { createRoute } from "@tanstack/react-router"
import { oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"
import { pagesOf } from "./pages-of.ts"

const status = oneOf("BURNING", "EXHAUSTED", "HEALTHY", "NO_DATA")

const page = pagesOf(projectRoute)

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
    validateSearch: searchSchema({ service: word, monitor: word }),
    component: lazyPage(() => import("../slo/add-slo.tsx"), "AddSlo"),
  }),
  page("/slos/$sloId", () => import("../slo/slo-page.tsx"), "SloPage"),
  page("/slos/$sloId/edit", () => import("../slo/add-slo.tsx"), "EditSlo"),
] as const
