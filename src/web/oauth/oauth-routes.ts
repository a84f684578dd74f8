import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { signedInRoute } from "../project/project-routes.ts"

export const oauthRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/oauth/authorize",
    component: lazyRouteComponent(() => import("./authorize-page.tsx"), "AuthorizePage"),
  }),
] as const
