import { createRoute } from "@tanstack/react-router"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/",
    component: lazyPage(() => import("../overview/overview-page.tsx"), "OverviewPage"),
  }),
] as const
