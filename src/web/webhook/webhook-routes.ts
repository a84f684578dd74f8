import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { searchSchema, word } from "../layout/search-schema.ts"
import { settingsRoute } from "../settings/settings-route.ts"

/** The page of one endpoint: its head, and a tab below it. */
export const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/webhooks/$endpointId",
  component: lazyRouteComponent(() => import("./webhook-page.tsx"), "WebhookPage"),
})

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/webhooks",
    component: lazyRouteComponent(() => import("./webhook-list.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: "/webhooks/new",
    component: lazyRouteComponent(() => import("./new-webhook.tsx"), "NewWebhookPage"),
  }),
] as const

export const webhookTabRoutes = [
  createRoute({
    getParentRoute: () => webhookRoute,
    path: "/",
    validateSearch: searchSchema({ state: word, event: word }),
    component: lazyRouteComponent(() => import("./delivery-log.tsx"), "DeliveryLog"),
  }),
  createRoute({
    getParentRoute: () => webhookRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./endpoint-settings.tsx"), "EndpointSettings"),
  }),
] as const
