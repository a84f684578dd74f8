import { assertionCodes } from "./codes/assertions.ts"
import { backupCodes } from "./codes/backup.ts"
import { connectionCodes } from "./codes/connection.ts"
import { deliveryCodes } from "./codes/delivery.ts"
import { fetchCodes } from "./codes/fetch.ts"
import { healthCodes } from "./codes/health.ts"
import { kindCodes } from "./codes/kinds.ts"
import { incidentCodes } from "./codes/incident.ts"
import { nameCodes } from "./codes/names.ts"
import { onCallCodes } from "./codes/on-call.ts"
import { postmortemCodes } from "./codes/postmortem.ts"
import { proberCodes } from "./codes/prober.ts"
import { sourceCodes } from "./codes/source.ts"
import { telemetryCodes } from "./codes/telemetry.ts"
import { timelineCodes } from "./codes/timeline.ts"
import { verdictCodes } from "./codes/verdict.ts"
import { writtenCodes } from "./codes/written.ts"

/** Every code of a finding with the schema of its parameters. A new one lacks words until each language has them. */
export const codes = {
  ...writtenCodes,
  ...connectionCodes,
  ...kindCodes,
  ...nameCodes,
  ...assertionCodes,
  ...proberCodes,
  ...telemetryCodes,
  ...fetchCodes,
  ...deliveryCodes,
  ...verdictCodes,
  ...timelineCodes,
  ...onCallCodes,
  ...sourceCodes,
  ...incidentCodes,
  ...healthCodes,
  ...backupCodes,
  ...postmortemCodes,
}
