import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { catch as fallback, z } from "zod/mini"
import { rootRoute } from "../layout/root-route.tsx"

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in",
    component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignInPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-up",
    component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignUpPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/invitations/$token",
    validateSearch: z.object({ step: fallback(z.optional(z.literal("sign-in")), undefined) }),
    component: lazyRouteComponent(() => import("../member/acceptance.tsx"), "Acceptance"),
  }),
] as const
