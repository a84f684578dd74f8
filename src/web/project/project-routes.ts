import { createRoute } from "@tanstack/react-router"
import { rootRoute } from "../layout/root-route.tsx"
import { lazyPage } from "../lazy-part.ts"

/** Pages that need a session: signed out, they show the sign-in form at the same URL. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  component: lazyPage(() => import("./project-home.tsx"), "Home"),
})

/** The pages with the rail around them. */
export const frameRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: "frame",
  component: lazyPage(() => import("../layout/shell.tsx"), "Shell"),
})

export const projectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/projects/$projectId",
  component: lazyPage(() => import("./project-home.tsx"), "ProjectOutlet"),
  notFoundComponent: lazyPage(() => import("./project-home.tsx"), "ProjectPageNotFound"),
})

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  component: lazyPage(() => import("./project-home.tsx"), "ToLastProject"),
})

export const newProjectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/new-project",
  component: lazyPage(() => import("./create-project.tsx"), "NewProject"),
})
