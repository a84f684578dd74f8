import { createRoute } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "./project-routes.ts"
import { lazyPage } from "../lazy-part.ts"

const range = { range: word, from: word, until: word }

export const servicesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/services",
  component: lazyPage(() => import("../services/services-layout.tsx"), "ServicesLayout"),
})

/** The pages below Services. */
export const servicesRoutes = [
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/",
    validateSearch: searchSchema({ ...range, search: word, sort: word, calls: word }),
    component: lazyPage(() => import("../services/service-list.tsx"), "ServiceList"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/map",
    validateSearch: searchSchema(range),
    component: lazyPage(() => import("../services/map-page.tsx"), "MapPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/logs",
    validateSearch: searchSchema({ ...range, query: word, record: word, live: word }),
    component: lazyPage(() => import("../services/logs-page.tsx"), "LogsPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/traces",
    validateSearch: searchSchema({ ...range, query: word, order: word }),
    component: lazyPage(() => import("../services/traces-page.tsx"), "TracesPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/traces/$traceId",
    validateSearch: searchSchema({ span: word, baseline: word }),
    component: lazyPage(() => import("../services/trace-page.tsx"), "TracePage"),
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
    component: lazyPage(() => import("../services/metrics-page.tsx"), "MetricsPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/ingestion",
    validateSearch: searchSchema({ ...range, key: word }),
    component: lazyPage(() => import("../services/ingestion-page.tsx"), "IngestionPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/rules",
    component: lazyPage(() => import("../services/rules-page.tsx"), "RulesPage"),
  }),
  createRoute({
    getParentRoute: () => servicesRoute,
    path: "/named/$service",
    validateSearch: searchSchema({ ...range, calls: word }),
    component: lazyPage(() => import("../services/service-page.tsx"), "ServicePage"),
  }),
] as const
