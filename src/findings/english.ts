import { assertions } from "./english/assertions.ts"
import { calendar } from "./english/calendar.ts"
import { certificate } from "./english/certificate.ts"
import { connection } from "./english/connection.ts"
import { delivery } from "./english/delivery.ts"
import { fetch } from "./english/fetch.ts"
import { guard } from "./english/guard.ts"
import { health } from "./english/health.ts"
import { heartbeat } from "./english/heartbeat.ts"
import { http } from "./english/http.ts"
import { incident } from "./english/incident.ts"
import { names } from "./english/names.ts"
import { onCall } from "./english/on-call.ts"
import { ownNetwork } from "./english/own-network.ts"
import { ping } from "./english/ping.ts"
import { postmortem } from "./english/postmortem.ts"
import { prober } from "./english/prober.ts"
import { slo } from "./english/slo.ts"
import { source } from "./english/source.ts"
import { telemetry } from "./english/telemetry.ts"
import { timeline } from "./english/timeline.ts"
import { verdict } from "./english/verdict.ts"
import { warnings } from "./english/warnings.ts"
import { written } from "./english/written.ts"
import type { Words } from "./words.ts"

export const english: Words = {
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
