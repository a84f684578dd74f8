import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { promisify } from "node:util"
import { authority, type Hosts, type Path } from "./dishonest.ts"
import { meet, meetOutage, type Met } from "./path-checks.ts"
import { rejections, rulesOf, type Rejection } from "./rejections.ts"

/** Meets every rejection, each on addresses of its own, and reports to its parent. */
const [ip = "", nft = ""] = process.argv.slice(2)
setDefaultCACertificates([...getCACertificates("default"), authority.cert])
const run = promisify(execFile)

async function filter(rules: string): Promise<void> {
  const child = spawn(nft, ["-f", "-"], { stdio: ["pipe", "inherit", "inherit"] })
  child.stdin.end(rules)
  const [code] = (await once(child, "exit")) as [number | null]
  if (code !== 0) throw new Error(`nft refused:\n${rules}`)
}

async function meetRejection(rejection: Rejection, index: number): Promise<[string, Met]> {
  const hosts: Hosts = { four: `127.0.0.${index + 2}`, six: `fd00::${index + 2}` }
  await run(ip, ["-6", "addr", "add", `${hosts.six}/128`, "dev", "lo", "nodad"])
  const chain = `fault${index}`
  const begin = (path: Path) => filter(rulesOf(rejection, path, chain))
  const end = () => filter(`delete chain inet faults ${chain}`)
  const isOutage = rejection.only === "victim"
  const met = await (isOutage ? meetOutage(begin, hosts) : meet({ begin, end }, hosts))
  return [rejection.name, met]
}

await filter("add table inet faults")
const met: [string, Met][] = []
const left = rejections.entries()
/** More at once would delay each other's checks. */
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (const [index, rejection] of left) met[index] = await meetRejection(rejection, index)
  }),
)
process.send?.(met, () => process.exit())
