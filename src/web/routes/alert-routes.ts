import { createRoute } from "@tanstack/react-router"
import { oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const alertRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/alerts",
    validateSearch: searchSchema({
      search: word,
      state: word,
      severity: word,
      monitor: word,
      policy: word,
      person: word,
      assignee: word,
      range: word,
      from: word,
      until: word,
      group: oneOf("none"),
    }),
    component: lazyPage(() => import("../alert/alert-list.tsx"), "AlertList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/alerts/$alertId",
    component: lazyPage(() => import("../alert/alert-page.tsx"), "AlertPage"),
  }),
] as const
