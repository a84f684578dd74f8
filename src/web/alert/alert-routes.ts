import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-routes.ts"

export const alertRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/alerts",
    component: lazyRouteComponent(() => import("./alert-list.tsx"), "AlertList"),
  }),
] as const
