import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { oneOf, searchSchema } from "../layout/search-schema.ts"
import { rootRoute } from "../layout/root-route.tsx"

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in",
    component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignInPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in/refused",
    component: lazyRouteComponent(() => import("./sign-on-refused.tsx"), "SignOnRefused"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-up",
    component: lazyRouteComponent(() => import("./sign-up-page.tsx"), "SignUpPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/invitations/$token",
    validateSearch: searchSchema({ step: oneOf("sign-in") }),
    component: lazyRouteComponent(() => import("../member/acceptance.tsx"), "Acceptance"),
  }),
] as const
