import { projectRoute } from "./project-routes.ts"
import { pagesOf } from "./pages-of.ts"

const page = pagesOf(projectRoute)

export const statusPageRoutes = [
  page("/status-pages", () => import("../status-page/status-page-list.tsx"), "StatusPageList"),
  page("/status-pages/new", () => import("../status-page/create-status-page.tsx"), "NewStatusPage"),
  // One route for all tabs, so that the preview stays when they are switched.
  page("/status-pages/$pageId/{-$tab}", () => import("../status-page/builder.tsx"), "Builder"),
] as const
