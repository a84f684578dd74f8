import { createRouter } from "@tanstack/react-router"
import { accountRoute, accountRoutes } from "./account-routes.ts"
import { alertRoutes } from "./alert-routes.ts"
import { galleryRoutes } from "./gallery-routes.ts"
import { incidentRoutes } from "./incident-routes.ts"
import { PageFailed } from "../shell/page-failed.tsx"
import { rootRoute } from "./root-route.tsx"
import { parseSearch, stringifySearch } from "../layout/search-params.ts"
import { maintenanceRoutes } from "./maintenance-routes.ts"
import { monitorPageRoute, monitorTabRoutes } from "./monitor-page-routes.ts"
import { monitorRoutes } from "./monitor-routes.ts"
import { oauthRoutes } from "./oauth-routes.ts"
import { overviewRoutes } from "./overview-routes.ts"
import { onCallRoutes } from "./on-call-routes.ts"
import {
  frameRoute,
  homeRoute,
  newProjectRoute,
  projectRoute,
  signedInRoute,
} from "./project-routes.ts"
import { reportRoutes } from "./report-routes.ts"
import { servicesRoute, servicesRoutes } from "./services-routes.ts"
import { settingsRoute } from "./settings-route.ts"
import { settingsRoutes } from "./settings-routes.ts"
import { statusPageRoutes } from "./status-page-routes.ts"
import { sloRoutes } from "./slo-routes.ts"
import { signInRoutes } from "./sign-in-routes.ts"
import { webhookRoute, webhookRoutes, webhookTabRoutes } from "./webhook-routes.ts"

/** All pages of the dashboard; a section adds its pages here, below the project or below the shell. */
const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  ...galleryRoutes,
  signedInRoute.addChildren([
    homeRoute,
    newProjectRoute,
    ...oauthRoutes,
    frameRoute.addChildren([
      accountRoute.addChildren(accountRoutes),
      projectRoute.addChildren([
        ...overviewRoutes,
        settingsRoute.addChildren([
          ...settingsRoutes,
          ...webhookRoutes,
          webhookRoute.addChildren([...webhookTabRoutes]),
        ]),
        servicesRoute.addChildren([...servicesRoutes]),
        ...monitorRoutes,
        monitorPageRoute.addChildren([...monitorTabRoutes]),
        ...sloRoutes,
        ...incidentRoutes,
        ...alertRoutes,
        ...onCallRoutes,
        ...statusPageRoutes,
        ...maintenanceRoutes,
        ...reportRoutes,
      ]),
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultErrorComponent: PageFailed,
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
