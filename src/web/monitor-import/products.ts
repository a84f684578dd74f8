import type { Product } from "./import-documents.ts"

/** Names of products whose exports can be imported. */
export const productNames: Record<Product, string> = {
  UPTIME_KUMA: "Uptime Kuma",
  UPTIMEROBOT: "UptimeRobot",
  BETTER_STACK: "Better Stack",
  PINGDOM: "Pingdom",
  STATUSCAKE: "StatusCake",
  HEALTHCHECKS: "Healthchecks.io",
  GATUS: "Gatus",
  CHECKLY: "Checkly",
  FRESHPING: "Freshping",
  HETRIXTOOLS: "HetrixTools",
  BLACKBOX: "Prometheus blackbox",
  PROMETHEUS_OPERATOR: "Prometheus Operator",
  UPPTIME: "Upptime",
  OPENSTATUS: "OpenStatus",
  KENER: "Kener",
  CACHET: "Cachet",
  WATCHKEEPER: "Watchkeeper",
}

export const products = Object.keys(productNames) as Product[]
