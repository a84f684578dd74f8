import { createRoute } from "@tanstack/react-router"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

export const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings",
  component: lazyPage(() => import("../settings/settings-layout.tsx"), "SettingsLayout"),
})
