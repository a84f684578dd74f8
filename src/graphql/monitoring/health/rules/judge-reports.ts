import { readFindings } from "../../../../findings/finding.ts"
import type { Trouble } from "../../../../platform/resources/judge-usage.ts"
import type { ResourceReport } from "../read-health.ts"
import { degraded, join, type Judged } from "./judged.ts"

/** Processes report every ten seconds; a role that is ended for hanging is back before a minute and a half. */
export const reportPatienceSeconds = 45

/** The part of the report that each trouble belongs to. */
const partOf: Record<
  Trouble["resource"],
  "disk" | "resources" | "messages" | "telemetry" | "settings"
> = {
  disk: "disk",
  inodes: "disk",
  writes: "disk",
  descriptors: "resources",
  memory: "resources",
  connections: "resources",
  clock: "resources",
  mail: "messages",
  phone: "messages",
  telemetry: "telemetry",
  settings: "settings",
  base_url: "settings",
}

const workOf = (role: string) =>
  (["api", "probe", "notify"] as const).find((one) => one === role) ?? "other"

/** The parts of the health report that processes say about themselves. */
export function judgeReports(reports: Omit<ResourceReport, "usage" | "processId">[]) {
  const fresh = reports.filter(({ age }) => age <= reportPatienceSeconds)
  const lacks = fresh.flatMap(({ host, troubles }) => troubles.map((one) => ({ host, ...one })))
  const hosts = new Set(fresh.map(({ host }) => host))
  const judged = ({ host, status, ...one }: (typeof lacks)[number]): Judged => {
    const found = readFindings(one.findings, one.detail)
    const parameters = { host, found }
    return { status, findings: hosts.size > 1 ? [{ code: "on_host", parameters }] : found }
  }
  const part = (name: (typeof partOf)[Trouble["resource"]]) =>
    join(...lacks.filter(({ resource }) => partOf[resource] === name).map(judged))
  return {
    disk: part("disk"),
    resources: part("resources"),
    messages: part("messages"),
    telemetry: part("telemetry"),
    settings: part("settings"),
    roles: judgeRoles(reports),
  }
}

/** A process that stops removes its report, so an old one is of a process that was killed or hangs. */
function judgeRoles(reports: Pick<ResourceReport, "role" | "age">[]): Judged {
  const newest = new Map<string, number>()
  for (const { role, age } of reports) newest.set(role, Math.min(age, newest.get(role) ?? Infinity))
  const silent = [...newest].filter(([, age]) => age > reportPatienceSeconds)
  return join(
    ...silent.map(([role, age]) => {
      const seconds = Math.floor(age)
      return degraded({ code: "role_silent", parameters: { role, work: workOf(role), seconds } })
    }),
  )
}
