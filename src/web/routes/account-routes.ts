import { createRoute } from "@tanstack/react-router"
import { frameRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"
import { pagesOf } from "./pages-of.ts"

export const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/account",
  component: lazyPage(() => import("../account/account-layout.tsx"), "AccountLayout"),
})

const page = pagesOf(accountRoute)

export const accountRoutes = [
  page("/", () => import("../account/profile-page.tsx"), "ProfilePage"),
  page("/pages", () => import("../account/my-pages.tsx"), "MyPages"),
  page("/contact", () => import("../contact/contact-page.tsx"), "ContactPage"),
  page("/security", () => import("../account/security-page.tsx"), "SecurityPage"),
  page("/appearance", () => import("../account/appearance-page.tsx"), "AppearancePage"),
  page("/installation", () => import("../installation/installation-page.tsx"), "InstallationPage"),
] as const
