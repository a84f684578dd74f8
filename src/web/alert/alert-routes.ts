import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { catch as fallback, z } from "zod/mini"
import { projectRoute } from "../project/project-routes.ts"

const word = fallback(z.optional(z.string()), undefined)

export const alertRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/alerts",
    validateSearch: z.object({
      search: word,
      state: word,
      severity: word,
      monitor: word,
      policy: word,
      person: word,
      range: word,
      from: word,
      until: word,
    }),
    component: lazyRouteComponent(() => import("./alert-list.tsx"), "AlertList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/alerts/$alertId",
    component: lazyRouteComponent(() => import("./alert-page.tsx"), "AlertPage"),
  }),
] as const
