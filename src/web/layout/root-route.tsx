import { createRootRoute } from "@tanstack/react-router"
import { App } from "../app.tsx"
import { lazyPage } from "../lazy-part.ts"

export const rootRoute = createRootRoute({
  component: App,
  notFoundComponent: lazyPage(() => import("./not-found.tsx"), "NotFoundPage"),
})
