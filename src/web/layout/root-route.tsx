import { createRootRoute, lazyRouteComponent } from "@tanstack/react-router"
import { App } from "../app.tsx"

export const rootRoute = createRootRoute({
  component: App,
  notFoundComponent: lazyRouteComponent(() => import("./not-found.tsx"), "NotFoundPage"),
})
