import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-routes.ts"

export const onCallRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call",
    component: lazyRouteComponent(() => import("./on-call-page.tsx"), "OnCallPage"),
  }),
] as const
