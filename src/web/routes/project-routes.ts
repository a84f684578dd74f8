import { createRoute } from "@tanstack/react-router"
import { rootRoute } from "./root-route.tsx"
import { lazyPage } from "../lazy-part.ts"

/** Pages that need a session: signed out, they show the sign-in form at the same URL. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  component: lazyPage(() => import("../shell/project-home.tsx"), "Home"),
})

/** The pages with the rail around them. */
export const frameRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: "frame",
  component: lazyPage(() => import("../shell/shell.tsx"), "Shell"),
})

export const projectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/projects/$projectId",
  component: lazyPage(() => import("../shell/project-home.tsx"), "ProjectOutlet"),
  notFoundComponent: lazyPage(() => import("../shell/project-home.tsx"), "ProjectPageNotFound"),
})

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  component: lazyPage(() => import("../shell/project-home.tsx"), "ToLastProject"),
})

export const newProjectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/new-project",
  component: lazyPage(() => import("../project/create-project.tsx"), "NewProject"),
})
