import { createRoute } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const reportRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/reports",
    validateSearch: searchSchema({ month: word, label: word, page: word }),
    component: lazyPage(() => import("../report/report-page.tsx"), "ReportPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/report",
    validateSearch: searchSchema({
      policy: word,
      team: word,
      range: word,
      from: word,
      until: word,
    }),
    component: lazyPage(() => import("../report/on-call-report-page.tsx"), "OnCallReportPage"),
  }),
] as const
