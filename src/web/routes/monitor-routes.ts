import { createRoute } from "@tanstack/react-router"
import { oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { listSearch } from "../monitor-list/list-search.ts"
import { lazyPage } from "../lazy-part.ts"
import { exploredKinds } from "../services/explored-kinds.ts"
import { pagesOf } from "./pages-of.ts"

const page = pagesOf(projectRoute)

export const monitorRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors",
    validateSearch: listSearch,
    component: lazyPage(() => import("../monitor-list/monitor-list.tsx"), "MonitorList"),
  }),
  page("/monitors/import", () => import("../monitor-import/import-page.tsx"), "ImportMonitors"),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/monitors/new",
    validateSearch: searchSchema({
      kind: oneOf(...exploredKinds),
      query: word,
      measure: word,
      metric: word,
      instrument: word,
      by: word,
      minutes: word,
      next: oneOf("slo"),
    }),
    component: lazyPage(() => import("../monitor-form/add-monitor.tsx"), "AddMonitor"),
  }),
] as const
