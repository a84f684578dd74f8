import { assertions } from "./german/assertions.ts"
import { calendar } from "./german/calendar.ts"
import { certificate } from "./german/certificate.ts"
import { connection } from "./german/connection.ts"
import { delivery } from "./german/delivery.ts"
import { fetch } from "./german/fetch.ts"
import { guard } from "./german/guard.ts"
import { health } from "./german/health.ts"
import { heartbeat } from "./german/heartbeat.ts"
import { http } from "./german/http.ts"
import { incident } from "./german/incident.ts"
import { names } from "./german/names.ts"
import { onCall } from "./german/on-call.ts"
import { ownNetwork } from "./german/own-network.ts"
import { ping } from "./german/ping.ts"
import { postmortem } from "./german/postmortem.ts"
import { prober } from "./german/prober.ts"
import { slo } from "./german/slo.ts"
import { source } from "./german/source.ts"
import { telemetry } from "./german/telemetry.ts"
import { timeline } from "./german/timeline.ts"
import { verdict } from "./german/verdict.ts"
import { warnings } from "./german/warnings.ts"
import { written } from "./german/written.ts"
import type { Words } from "./words.ts"

export const german: Words = {
  ...written,
  ...connection,
  ...certificate,
  ...http,
  ...names,
  ...assertions,
  ...ownNetwork,
  ...prober,
  ...warnings,
  ...ping,
  ...heartbeat,
  ...telemetry,
  ...guard,
  ...fetch,
  ...calendar,
  ...delivery,
  ...verdict,
  ...timeline,
  ...onCall,
  ...slo,
  ...source,
  ...incident,
  ...health,
  ...postmortem,
}
