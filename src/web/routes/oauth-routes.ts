import { createRoute } from "@tanstack/react-router"
import { signedInRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const oauthRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/oauth/authorize",
    component: lazyPage(() => import("../oauth/authorize-page.tsx"), "AuthorizePage"),
  }),
] as const
