import { createRootRoute } from "@tanstack/react-router"
import { App } from "../shell/app.tsx"
import { lazyPage } from "../lazy-part.ts"

export const rootRoute = createRootRoute({
  component: App,
  notFoundComponent: lazyPage(() => import("../shell/not-found.tsx"), "NotFoundPage"),
})
