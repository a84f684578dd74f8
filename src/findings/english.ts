import { assertions } from "./english/assertions.ts"
import { backup } from "./english/backup.ts"
import { connection } from "./english/connection.ts"
import { delivery } from "./english/delivery.ts"
import { fetch } from "./english/fetch.ts"
import { health } from "./english/health.ts"
import { kinds } from "./english/kinds.ts"
import { incident } from "./english/incident.ts"
import { names } from "./english/names.ts"
import { onCall } from "./english/on-call.ts"
import { postmortem } from "./english/postmortem.ts"
import { prober } from "./english/prober.ts"
import { source } from "./english/source.ts"
import { telemetry } from "./english/telemetry.ts"
import { timeline } from "./english/timeline.ts"
import { verdict } from "./english/verdict.ts"
import { written } from "./english/written.ts"
import type { Words } from "./words.ts"

export const english: Words = {
  ...written,
  ...connection,
  ...kinds,
  ...names,
  ...assertions,
  ...prober,
  ...telemetry,
  ...fetch,
  ...delivery,
  ...verdict,
  ...timeline,
  ...onCall,
  ...source,
  ...incident,
  ...health,
  ...backup,
  ...postmortem,
}
