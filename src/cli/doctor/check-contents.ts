import { X509Certificate } from "node:crypto"
import { readFile, stat } from "node:fs/promises"
import { examineBaseUrl } from "../../platform/examine-base-url.ts"
import type { Env } from "../../platform/env.ts"
import { listSegments } from "../../telemetry/ingest/spool-folders.ts"
import { error, ok, warning, type Finding } from "./finding.ts"

const waitedMs = 300_000
/** Of certificates that expired; a system's file may hold several. */
const mostNamed = 3

/** Whether the files with authorities hold certificates that are in date. */
export async function checkAuthorities(env: Env, source = process.env): Promise<Finding[]> {
  const files = {
    EGRESS_CA: env.EGRESS_CA,
    NODE_EXTRA_CA_CERTS: source["NODE_EXTRA_CA_CERTS"],
  }
  const found = Object.entries(files).flatMap(([name, path]) =>
    path === undefined ? [] : [checkAuthority(name, path)],
  )
  return Promise.all(found)
}

async function checkAuthority(setting: string, path: string): Promise<Finding> {
  const name = "authorities"
  const advice = `Set ${setting} to the path of a file with certificates (PEM) that are in date.`
  try {
    const text = await readFile(path, "utf8")
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    if (blocks.length === 0) return error(name, `${path} has no certificate`, advice)
    const old = blocks
      .map((block) => new X509Certificate(block))
      .filter(({ validToDate }) => validToDate.getTime() < Date.now())
    if (old.length === 0) return ok(name, `${blocks.length} in ${path}`)
    const listed = old.slice(0, mostNamed).map(nameOf)
    const more = old.length > mostNamed ? [`${old.length - mostNamed} more`] : []
    const words = `${old.length} of ${blocks.length} in ${path} expired: ${[...listed, ...more].join(", ")}`
    return warning(name, words, advice)
  } catch (fault) {
    const said = fault instanceof Error ? fault.message : String(fault)
    return error(name, `${path} cannot be read: ${said}`, advice)
  }
}

/** The common name, which people look for; otherwise the whole subject, which Node writes on several lines. */
const nameOf = ({ subject }: X509Certificate): string =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll("\n", ", ")

/** Telemetry that was acknowledged and waits for the store. */
export async function checkSpool({ DATA_DIR }: Env): Promise<Finding[]> {
  const files = await listSegments(DATA_DIR)
  const ages = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file).catch(() => null)
      return found === null ? 0 : Date.now() - found.mtimeMs
    }),
  )
  const oldestMs = Math.max(0, ...ages)
  if (oldestMs < waitedMs) return []
  const words = `${files.length} files of telemetry have waited for the store for up to ${Math.round(oldestMs / 60_000)} minutes`
  return [warning("spool", words, "Start the telemetry role, or check CLICKHOUSE_URL.")]
}

/** Whether this installation responds at its public URL, with a certificate that is valid. */
export async function checkBaseUrl(env: Env): Promise<Finding[]> {
  const name = "base url"
  const fault = await examineBaseUrl(env)
  if (fault !== null) return [warning(name, [fault.finding], `It is ${env.BASE_URL}.`)]
  return new URL(env.BASE_URL).protocol === "https:" ? [ok(name, `${env.BASE_URL} responds`)] : []
}
