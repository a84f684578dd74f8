import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-routes.ts"

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/",
    component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
  }),
] as const
