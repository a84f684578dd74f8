import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../layout/root-route.tsx"

/** Pages that need a session: signed out, they show the sign-in form at the same URL. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  component: lazyRouteComponent(() => import("./project-home.tsx"), "Home"),
})

/** The pages with the rail around them. */
export const frameRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: "frame",
  component: lazyRouteComponent(() => import("../layout/shell.tsx"), "Shell"),
})

export const projectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/projects/$projectId",
  component: lazyRouteComponent(() => import("./project-home.tsx"), "ProjectOutlet"),
  notFoundComponent: lazyRouteComponent(() => import("./project-home.tsx"), "ProjectPageNotFound"),
})

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./project-home.tsx"), "ToLastProject"),
})

export const newProjectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/new-project",
  component: lazyRouteComponent(() => import("./create-project.tsx"), "NewProject"),
})
