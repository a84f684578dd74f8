import { betterStack } from "./better-stack.ts"
import { blackbox } from "./blackbox.ts"
import { cachet } from "./cachet.ts"
import { checkly } from "./checkly.ts"
import type { ProviderName } from "./conversion.ts"
import { freshping } from "./freshping.ts"
import { gatus } from "./gatus.ts"
import { healthchecks } from "./healthchecks.ts"
import { hetrixTools } from "./hetrixtools.ts"
import { kener } from "./kener.ts"
import { openStatus } from "./openstatus.ts"
import { pingdom } from "./pingdom.ts"
import { prometheusOperator } from "./prometheus-operator.ts"
import type { Provider } from "./provider.ts"
import { statusCake } from "./statuscake.ts"
import { upptime } from "./upptime.ts"
import { uptimeKuma } from "./uptime-kuma.ts"
import { uptimeRobot } from "./uptimerobot.ts"

export const providers: Record<ProviderName, Provider> = {
  "uptime-kuma": uptimeKuma,
  uptimerobot: uptimeRobot,
  "better-stack": betterStack,
  pingdom,
  statuscake: statusCake,
  healthchecks,
  gatus,
  checkly,
  freshping,
  hetrixtools: hetrixTools,
  blackbox,
  "prometheus-operator": prometheusOperator,
  upptime,
  openstatus: openStatus,
  kener,
  cachet,
}
