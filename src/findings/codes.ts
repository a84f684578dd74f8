import { assertionCodes } from "./codes/assertions.ts"
import { calendarCodes } from "./codes/calendar.ts"
import { certificateCodes } from "./codes/certificate.ts"
import { connectionCodes } from "./codes/connection.ts"
import { deliveryCodes } from "./codes/delivery.ts"
import { fetchCodes } from "./codes/fetch.ts"
import { guardCodes } from "./codes/guard.ts"
import { healthCodes } from "./codes/health.ts"
import { heartbeatCodes } from "./codes/heartbeat.ts"
import { httpCodes } from "./codes/http.ts"
import { incidentCodes } from "./codes/incident.ts"
import { nameCodes } from "./codes/names.ts"
import { onCallCodes } from "./codes/on-call.ts"
import { ownNetworkCodes } from "./codes/own-network.ts"
import { postmortemCodes } from "./codes/postmortem.ts"
import { pingCodes } from "./codes/ping.ts"
import { proberCodes } from "./codes/prober.ts"
import { sloCodes } from "./codes/slo.ts"
import { sourceCodes } from "./codes/source.ts"
import { telemetryCodes } from "./codes/telemetry.ts"
import { timelineCodes } from "./codes/timeline.ts"
import { verdictCodes } from "./codes/verdict.ts"
import { warningCodes } from "./codes/warnings.ts"
import { writtenCodes } from "./codes/written.ts"

/** Every code of a finding with the schema of its parameters. A new one lacks words until each language has them. */
export const codes = {
  ...writtenCodes,
  ...connectionCodes,
  ...certificateCodes,
  ...httpCodes,
  ...nameCodes,
  ...assertionCodes,
  ...ownNetworkCodes,
  ...proberCodes,
  ...warningCodes,
  ...pingCodes,
  ...heartbeatCodes,
  ...telemetryCodes,
  ...guardCodes,
  ...fetchCodes,
  ...calendarCodes,
  ...deliveryCodes,
  ...verdictCodes,
  ...timelineCodes,
  ...onCallCodes,
  ...sloCodes,
  ...sourceCodes,
  ...incidentCodes,
  ...healthCodes,
  ...postmortemCodes,
}
