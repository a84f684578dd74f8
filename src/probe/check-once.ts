import { recordChecks } from "../graphql/check/record.ts"
import type { CheckResult } from "../graphql/check/result.ts"
import { notFound } from "../graphql/errors.ts"
import { readTargets } from "../graphql/monitor/targets.ts"
import type { Services } from "../services.ts"
import { createLook } from "./look.ts"

/** Looks at one monitor now, in this process, and stores the result like any other check. */
export async function checkOnce(services: Services, monitorId: string): Promise<CheckResult> {
  const { targets } = await readTargets(services, { ids: [monitorId] })
  const [target] = targets
  if (target === undefined) throw notFound("monitor, or it is paused")
  const result = await createLook(services)(target)
  await recordChecks(services, [result])
  return result
}
