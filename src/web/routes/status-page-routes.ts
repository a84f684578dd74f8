import { createRoute } from "@tanstack/react-router"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const statusPageRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/status-pages",
    component: lazyPage(() => import("../status-page/status-page-list.tsx"), "StatusPageList"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/status-pages/new",
    component: lazyPage(() => import("../status-page/create-status-page.tsx"), "NewStatusPage"),
  }),
  // One route for all tabs, so that the preview stays when they are switched.
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/status-pages/$pageId/{-$tab}",
    component: lazyPage(() => import("../status-page/builder.tsx"), "Builder"),
  }),
] as const
