import { createRoute } from "@tanstack/react-router"
import { signedInRoute } from "../project/project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const oauthRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/oauth/authorize",
    component: lazyPage(() => import("./authorize-page.tsx"), "AuthorizePage"),
  }),
] as const
