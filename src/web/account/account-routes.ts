import { createRoute } from "@tanstack/react-router"
import { frameRoute } from "../project/project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/account",
  component: lazyPage(() => import("./account-layout.tsx"), "AccountLayout"),
})

export const accountRoutes = [
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/",
    component: lazyPage(() => import("./profile-page.tsx"), "ProfilePage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/contact",
    component: lazyPage(() => import("../contact/contact-page.tsx"), "ContactPage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/security",
    component: lazyPage(() => import("./security-page.tsx"), "SecurityPage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/appearance",
    component: lazyPage(() => import("./appearance-page.tsx"), "AppearancePage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/installation",
    component: lazyPage(() => import("../installation/installation-page.tsx"), "InstallationPage"),
  }),
] as const
