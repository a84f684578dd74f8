import type { Finding } from "../findings/finding.ts"
import type { Env } from "./env.ts"
import { serviceFault } from "./name-fault.ts"
import type { Trouble } from "./resources/judge-usage.ts"

const timeoutMs = 5000

const aboutCertificate = ["certificate_expired", "other_name", "untrusted"]

const unusable = (fault: Finding, isCertain: boolean) => ({
  finding: { code: "base_url_unusable", parameters: { fault: [fault] } } satisfies Finding,
  isCertain,
})

/** Whether BASE_URL leads to an installation; null if it does, or if it is of this machine only. */
export async function examineBaseUrl({ BASE_URL }: Pick<Env, "BASE_URL">) {
  const url = new URL(BASE_URL)
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
  if (isLocal && url.protocol === "http:") return null
  try {
    const { ok, status, body } = await fetch(new URL("/api/health/live", url), {
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body?.cancel()
    return ok ? null : unusable({ code: "service_returned", parameters: { status } }, false)
  } catch (error) {
    const found = serviceFault(error)
    // Visitors may reach it although this machine does not, but their browsers see the same certificate.
    return unusable(found, aboutCertificate.includes(found.parameters.fault))
  }
}

export async function baseUrlTroubles(env: Pick<Env, "BASE_URL">): Promise<Trouble[]> {
  const fault = await examineBaseUrl(env)
  if (fault === null) return []
  const { isCertain, finding } = fault
  return [{ resource: "base_url", status: isCertain ? "degraded" : "ok", findings: [finding] }]
}
