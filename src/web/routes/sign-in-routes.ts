import { createRoute } from "@tanstack/react-router"
import { oneOf, searchSchema } from "../layout/search-schema.ts"
import { rootRoute } from "./root-route.tsx"
import { lazyPage } from "../lazy-part.ts"

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in",
    component: lazyPage(() => import("../sign-in/sign-in-page.tsx"), "SignInPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in/refused",
    component: lazyPage(() => import("../sign-in/sign-on-refused.tsx"), "SignOnRefused"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-up",
    component: lazyPage(() => import("../sign-in/sign-up-page.tsx"), "SignUpPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/invitations/$token",
    validateSearch: searchSchema({ step: oneOf("sign-in") }),
    component: lazyPage(() => import("../member/acceptance.tsx"), "Acceptance"),
  }),
] as const
