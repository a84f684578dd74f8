import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "../project/project-routes.ts"

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
    validateSearch: searchSchema({ ...range, search: word, sort: word, calls: word }),
    component: lazyRouteComponent(() => import("./service-list.tsx"), "ServiceList"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/map",
    validateSearch: searchSchema(range),
    component: lazyRouteComponent(() => import("./map-page.tsx"), "MapPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/logs",
    validateSearch: searchSchema({ ...range, query: word, record: word, live: word }),
    component: lazyRouteComponent(() => import("./logs-page.tsx"), "LogsPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/traces",
    validateSearch: searchSchema({ ...range, query: word, order: word }),
    component: lazyRouteComponent(() => import("./traces-page.tsx"), "TracesPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/traces/$traceId",
    validateSearch: searchSchema({ span: word, baseline: word }),
    component: lazyRouteComponent(() => import("./trace-page.tsx"), "TracePage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/metrics",
    validateSearch: searchSchema({
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
    path: "/ingestion",
    validateSearch: searchSchema({ ...range, key: word }),
    component: lazyRouteComponent(() => import("./ingestion-page.tsx"), "IngestionPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/rules",
    component: lazyRouteComponent(() => import("./rules-page.tsx"), "RulesPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/named/$service",
    validateSearch: searchSchema({ ...range, calls: word }),
    component: lazyRouteComponent(() => import("./service-page.tsx"), "ServicePage"),
  }),
] as const
