import { Suspense } from "react"
import { lazyPart } from "../lazy-part.ts"
import type { ActToRun } from "./dialogs.ts"

/** With the pages that can do the same: each file more would be named in the first script. */
const runners = {
  monitor: lazyPart(() => import("../monitor-page/monitor-page.tsx"), "RunMonitorAct"),
  alert: lazyPart(() => import("../alert/alert-page.tsx"), "RunAlertAct"),
  incident: lazyPart(() => import("../incident/incident-page.tsx"), "RunIncidentAct"),
  statusPage: lazyPart(() => import("../status-page/builder.tsx"), "RunStatusPageAct"),
}

/** Does what the palette found for an object that no page shows. */
export function RunAct({ noun, id, act }: ActToRun) {
  const Runner = runners[noun]
  return (
    <Suspense>
      <Runner id={id} act={act} />
    </Suspense>
  )
}
