import { assertions } from "./german/assertions.ts"
import { backup } from "./german/backup.ts"
import { connection } from "./german/connection.ts"
import { delivery } from "./german/delivery.ts"
import { fetch } from "./german/fetch.ts"
import { health } from "./german/health.ts"
import { kinds } from "./german/kinds.ts"
import { incident } from "./german/incident.ts"
import { names } from "./german/names.ts"
import { onCall } from "./german/on-call.ts"
import { postmortem } from "./german/postmortem.ts"
import { prober } from "./german/prober.ts"
import { source } from "./german/source.ts"
import { telemetry } from "./german/telemetry.ts"
import { timeline } from "./german/timeline.ts"
import { verdict } from "./german/verdict.ts"
import { written } from "./german/written.ts"
import type { Words } from "./words.ts"

export const german: Words = {
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
