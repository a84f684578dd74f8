import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../layout/root-route.tsx"

/** Every component of `ui` on one page, under `vite dev` only. */
export const galleryRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: "/gallery",
        component: lazyRouteComponent(() => import("./gallery.tsx"), "Gallery"),
      }),
    ]
  : []
