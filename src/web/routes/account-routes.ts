import { createRoute } from "@tanstack/react-router"
import { frameRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/account",
  component: lazyPage(() => import("../account/account-layout.tsx"), "AccountLayout"),
})

export const accountRoutes = [
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/",
    component: lazyPage(() => import("../account/profile-page.tsx"), "ProfilePage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/contact",
    component: lazyPage(() => import("../contact/contact-page.tsx"), "ContactPage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/security",
    component: lazyPage(() => import("../account/security-page.tsx"), "SecurityPage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/appearance",
    component: lazyPage(() => import("../account/appearance-page.tsx"), "AppearancePage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/installation",
    component: lazyPage(() => import("../installation/installation-page.tsx"), "InstallationPage"),
  }),
] as const
