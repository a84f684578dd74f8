import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-routes.ts"

export const statusPageRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/status-pages",
    component: lazyRouteComponent(() => import("./status-page-list.tsx"), "StatusPageList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/status-pages/new",
    component: lazyRouteComponent(() => import("./create-status-page.tsx"), "NewStatusPage"),
  }),
  // One route for all tabs, so that the preview stays when they are switched.
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/status-pages/$pageId/{-$tab}",
    component: lazyRouteComponent(() => import("./builder.tsx"), "Builder"),
  }),
] as const
