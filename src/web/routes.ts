import { createRouter } from "@tanstack/react-router"
import { accountRoutes } from "./account/account-routes.ts"
import { alertRoutes } from "./alert/alert-routes.ts"
import { incidentRoutes } from "./incident/incident-routes.ts"
import { rootRoute } from "./layout/root-route.tsx"
import { parseSearch, stringifySearch } from "./layout/search-params.ts"
import { monitorRoutes } from "./monitor/monitor-routes.ts"
import { overviewRoutes } from "./overview/overview-routes.ts"
import { onCallRoutes } from "./on-call/on-call-routes.ts"
import {
  frameRoute,
  homeRoute,
  newProjectRoute,
  projectRoute,
  projectRoutes,
  signedInRoute,
} from "./project/project-routes.ts"
import { signInRoutes } from "./sign-in/sign-in-routes.ts"

/** All pages of the dashboard; a section adds its pages here, below the project or below the shell. */
const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  signedInRoute.addChildren([
    homeRoute,
    newProjectRoute,
    frameRoute.addChildren([
      ...accountRoutes,
      projectRoute.addChildren([
        ...overviewRoutes,
        ...projectRoutes,
        ...monitorRoutes,
        ...incidentRoutes,
        ...alertRoutes,
        ...onCallRoutes,
      ]),
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
