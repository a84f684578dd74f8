import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { frameRoute } from "../project/project-routes.ts"

export const accountRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/account",
    component: lazyRouteComponent(() => import("./account-page.tsx"), "Account"),
  }),
] as const
