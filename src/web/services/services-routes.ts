import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { catch as fallback, z } from "zod/mini"
import { projectRoute } from "../project/project-routes.ts"

const word = fallback(z.optional(z.string()), undefined)
const range = { range: word, from: word, until: word }

export const servicesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/services",
  component: lazyRouteComponent(() => import("./services-layout.tsx"), "ServicesLayout"),
})

/** The pages below Services. */
export const servicesRoutes = [
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/",
    validateSearch: z.object({ ...range, search: word, sort: word }),
    component: lazyRouteComponent(() => import("./service-list.tsx"), "ServiceList"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/map",
    validateSearch: z.object(range),
    component: lazyRouteComponent(() => import("./map-page.tsx"), "MapPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/logs",
    validateSearch: z.object({ ...range, query: word, record: word, live: word }),
    component: lazyRouteComponent(() => import("./logs-page.tsx"), "LogsPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/traces",
    validateSearch: z.object({ ...range, query: word, order: word }),
    component: lazyRouteComponent(() => import("./traces-page.tsx"), "TracesPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/traces/$traceId",
    validateSearch: z.object({ span: word, baseline: word }),
    component: lazyRouteComponent(() => import("./trace-page.tsx"), "TracePage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/metrics",
    validateSearch: z.object({
      ...range,
      query: word,
      metric: word,
      kind: word,
      show: word,
      by: word,
      search: word,
    }),
    component: lazyRouteComponent(() => import("./metrics-page.tsx"), "MetricsPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/named/$service",
    validateSearch: z.object(range),
    component: lazyRouteComponent(() => import("./service-page.tsx"), "ServicePage"),
  }),
] as const
