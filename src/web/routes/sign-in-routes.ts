import { createRoute } from "@tanstack/react-router"
import { oneOf, searchSchema } from "../layout/search-schema.ts"
import { rootRoute } from "./root-route.tsx"
import { lazyPage } from "../lazy-part.ts"
import { pagesOf } from "./pages-of.ts"

const page = pagesOf(rootRoute)

export const signInRoutes = [
  page("/sign-in", () => import("../sign-in/sign-in-page.tsx"), "SignInPage"),
  page("/sign-in/refused", () => import("../sign-in/sign-on-refused.tsx"), "SignOnRefused"),
  page("/sign-up", () => import("../sign-in/sign-up-page.tsx"), "SignUpPage"),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/invitations/$token",
    validateSearch: searchSchema({ step: oneOf("sign-in") }),
    component: lazyPage(() => import("../member/acceptance.tsx"), "Acceptance"),
  }),
] as const
