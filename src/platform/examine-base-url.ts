import { asWritten } from "../findings/finding.ts"
import type { Env } from "./env.ts"
import { nameFault } from "./name-fault.ts"
import type { Trouble } from "./resources/judge-usage.ts"

const timeoutMs = 5000
const advice =
  "Check its DNS record, certificate and proxy: links in messages and callbacks lead there."

/** Whether BASE_URL leads to an installation; null if it does, or if it is of this machine only. */
export async function examineBaseUrl({ BASE_URL }: Pick<Env, "BASE_URL">) {
  const url = new URL(BASE_URL)
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
  if (isLocal && url.protocol === "http:") return null
  try {
    const response = await fetch(new URL("/api/health/live", url), {
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.ok
      ? null
      : { words: `it returned ${response.status}`, advice, isCertain: false }
  } catch (error) {
    const words = nameFault(error)
    // Visitors may reach it although this machine does not, but their browsers see the same certificate.
    return { words, advice, isCertain: words.includes("certificate") }
  }
}

export async function baseUrlTroubles(env: Pick<Env, "BASE_URL">): Promise<Trouble[]> {
  const fault = await examineBaseUrl(env)
  if (fault === null) return []
  const found = asWritten(`BASE_URL cannot be used from here: ${fault.words}. ${fault.advice}`)
  return [{ resource: "base_url", status: fault.isCertain ? "degraded" : "ok", findings: [found] }]
}
