import { createRoute } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { settingsRoute } from "./settings-route.ts"
import { lazyPage } from "../lazy-part.ts"

/** The page of one endpoint: its head, and a tab below it. */
export const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/webhooks/$endpointId",
  component: lazyPage(() => import("../webhook/webhook-page.tsx"), "WebhookPage"),
})

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/webhooks",
    component: lazyPage(() => import("../webhook/webhook-list.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/webhooks/new",
    component: lazyPage(() => import("../webhook/webhook-list.tsx"), "NewWebhookPage"),
  }),
] as const

export const webhookTabRoutes = [
  createRoute({
    getParentRoute: () => webhookRoute,
    path: "/",
    validateSearch: searchSchema({ state: word, event: word }),
    component: lazyPage(() => import("../delivery/deliveries-page.tsx"), "DeliveryLog"),
  }),
  createRoute({
    getParentRoute: () => webhookRoute,
    path: "/settings",
    component: lazyPage(() => import("../webhook/endpoint-settings.tsx"), "EndpointSettings"),
  }),
] as const
