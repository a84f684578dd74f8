import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { frameRoute } from "../project/project-routes.ts"

export const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./account-layout.tsx"), "AccountLayout"),
})

export const accountRoutes = [
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/",
    component: lazyRouteComponent(() => import("./profile-page.tsx"), "ProfilePage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/contact",
    component: lazyRouteComponent(() => import("../contact/contact-page.tsx"), "ContactPage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/security",
    component: lazyRouteComponent(() => import("./security-page.tsx"), "SecurityPage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/appearance",
    component: lazyRouteComponent(() => import("./appearance-page.tsx"), "AppearancePage"),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: "/installation",
    component: lazyRouteComponent(
      () => import("../installation/installation-page.tsx"),
      "InstallationPage",
    ),
  }),
] as const
