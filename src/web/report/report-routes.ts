import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "../project/project-routes.ts"

export const reportRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/reports",
    validateSearch: searchSchema({ month: word, label: word, page: word }),
    component: lazyRouteComponent(() => import("./report-page.tsx"), "ReportPage"),
  }),
] as const
