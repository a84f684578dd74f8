import { createRoute } from "@tanstack/react-router"
import { rootRoute } from "./root-route.tsx"
import { lazyPage } from "../lazy-part.ts"

/** Every component of `ui` on one page, under `vite dev` only. */
export const galleryRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: "/gallery",
        component: lazyPage(() => import("../gallery/gallery.tsx"), "Gallery"),
      }),
    ]
  : []
