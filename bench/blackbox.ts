import { writeFile } from "node:fs/promises"
import { Agent, get } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { cpuMsOf, findProgram } from "./machine.ts"
import { end, type Stage } from "./stage.ts"

/**
 * Debian's blackbox exporter; null if it cannot be installed.
 *
 * @param core the command prefix of a core.
 * @param checks attempts of a measurement, after as many that are not measured.
 */
export async function startBlackbox(
  { folder, authority, start }: Stage,
  { core, checks }: { core: string[]; checks: number },
) {
  const program = await findProgram(
    "/usr/bin/prometheus-blackbox-exporter",
    "prometheus-blackbox-exporter",
  )
  if (program === null) return null
  const config = join(folder, "blackbox.yml")
  await writeFile(
    config,
    `modules: {watch: {prober: http, http: {preferred_ip_protocol: ip4, tls_config: {ca_file: "${authority}"}}}}\n`,
  )
  const port = 20_000 + (process.pid % 10_000)
  const child = start([
    ...core,
    program,
    `--config.file=${config}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=error",
  ])
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const fetchText = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path, agent }, (answer) => {
        let text = ""
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()))
        answer.on("end", () => resolve(text))
      }).on("error", reject)
    })
  for (let tries = 0; tries < 50; tries += 1) {
    const isUp = await fetchText("/-/healthy").then(
      () => true,
      () => false,
    )
    if (isUp) break
    await sleep(100)
  }
  async function request(url: string, count: number): Promise<void> {
    let left = count
    const worker = async () => {
      while (left-- > 0) {
        const text = await fetchText(`/probe?module=watch&target=${encodeURIComponent(url)}`)
        if (!text.includes("probe_success 1"))
          throw new Error(`The blackbox exporter could not reach ${url}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker))
  }
  return {
    async measure(url: string): Promise<number> {
      await request(url, checks)
      const cpuBefore = cpuMsOf(child.pid ?? 0)
      await request(url, checks)
      return (cpuMsOf(child.pid ?? 0) - cpuBefore) / (checks / 1000)
    },
    async stop() {
      agent.destroy()
      await end(child)
    },
  }
}
