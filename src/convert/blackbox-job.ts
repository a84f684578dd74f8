import { goDuration } from "./durations.ts"
import { relabel } from "./relabel.ts"
import { below, elements, inside, isMembers, pagesOf, type Found, type Source } from "./source.ts"
import { wordOf } from "./convert-messages.ts"

/** A Prometheus job whose targets the blackbox exporter probes. */

export type Job = {
  name: string
  value: unknown
  pointer: string
  isProbe: boolean
  /** The exporter uses the first value of each parameter. */
  params: ReadonlyMap<string, string>
  rules: unknown[]
  seconds: number | null
  timeoutSeconds: number | undefined
  groups: Found[]
  files: unknown[]
  /** Service discovery methods, such as kubernetes_sd_configs. */
  finders: string[]
}

export function findJobs(source: Source): Job[] {
  return pagesOf(source, "scrape_configs").flatMap(({ value: config, items }) =>
    items.map(({ value: job, pointer }) => {
      const path = inside(job, "metrics_path")
      const every = inside(job, "scrape_interval") ?? inside(config, "global", "scrape_interval")
      const wait = inside(job, "scrape_timeout") ?? inside(config, "global", "scrape_timeout")
      const files = elements({ value: inside(job, "file_sd_configs"), pointer })
      const rules = inside(job, "relabel_configs")
      return {
        name: wordOf(inside(job, "job_name")),
        value: job,
        pointer,
        isProbe: typeof path === "string" && path.endsWith("/probe"),
        params: paramsOf(inside(job, "params")),
        rules: Array.isArray(rules) ? rules : [],
        seconds: goDuration(wordOf(every ?? "1m")),
        timeoutSeconds: goDuration(wordOf(wait)) ?? undefined,
        groups: elements({
          value: inside(job, "static_configs"),
          pointer: below(pointer, "static_configs"),
        }),
        files: files.flatMap(({ value }) => inside(value, "files") ?? []),
        finders: Object.keys(isMembers(job) ? job : {}).filter(
          (name) => name.endsWith("_sd_configs") && name !== "file_sd_configs",
        ),
      }
    }),
  )
}

function paramsOf(given: unknown): Map<string, string> {
  const all = Object.entries(isMembers(given) ? given : {})
  return new Map(
    all.flatMap(([name, held]): [string, string][] => {
      const word = wordIn(held)
      return word === null ? [] : [[name, word]]
    }),
  )
}

const wordIn = (given: unknown): string | null => {
  const first: unknown = Array.isArray(given) ? given[0] : given
  return typeof first === "string" && first !== "" ? first : null
}

/** A target of the exporter, and the module that probes it. */
export type Probed = {
  target: string
  module: string | null
  hostname: string | null
  labels: Record<string, unknown>
}

/** Applies a job's relabeling rules to a target; a string says why it is not probed. */
export function probedBy(job: Job | null, address: string, group: unknown): Probed | string {
  const held = inside(group, "labels")
  const own = isMembers(held) ? held : {}
  const named = wordIn(own["module"]) ?? wordIn(own["__param_module"])
  if (job === null || job.rules.length === 0) {
    return {
      target: job?.params.get("target") ?? address,
      module: named ?? job?.params.get("module") ?? null,
      hostname: job?.params.get("hostname") ?? null,
      labels: own,
    }
  }
  const words = Object.entries(own).map(([name, value]) => [name, textOf(value)] as const)
  const start = new Map([
    ["__address__", address],
    ["job", job.name],
    ...[...job.params].map(([name, value]) => [`__param_${name}`, value] as const),
    ...words,
  ])
  const { labels, fault } = relabel(start, job.rules)
  if (labels === null) return fault
  const target = labels.get("__param_target")
  if (target === undefined) return "its relabel_configs give the exporter no target"
  const hidden = new Set(["job", "instance"])
  return {
    target,
    module: labels.get("__param_module") ?? wordIn(own["module"]),
    hostname: labels.get("__param_hostname") ?? null,
    labels: Object.fromEntries([...labels].filter(([name]) => !hidden.has(name))),
  }
}

const textOf = (value: unknown): string =>
  typeof value === "boolean" ? String(value) : wordOf(value)
