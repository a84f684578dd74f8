import { fitInterval, goDuration } from "./amounts.ts"
import type { Module } from "./blackbox-module.ts"
import { convertTarget, readModules } from "./blackbox-module.ts"
import type { Ledger } from "./ledger.ts"
import { openLedger } from "./ledger.ts"
import type { Provider } from "./provider.ts"
import { otherShape } from "./provider.ts"
import type { Found, Source } from "./source.ts"
import { below, elements, inside, isMembers, pagesOf, topObjects } from "./source.ts"
import { labelOf, plural, quoted, withoutSecrets, were, wordOf } from "./words.ts"

const title = "Prometheus blackbox"

const hasJobs = (source: Source) => pagesOf(source, "scrape_configs").length > 0
const hasModules = (source: Source) =>
  topObjects(source).some(({ value }) => isModules(value["modules"]))
const isModules = (held: unknown) =>
  isMembers(held) && Object.values(held).some((module) => inside(module, "prober") !== undefined)

/** Files that a job reads its targets from: a list of targets with their labels. */
const groupsIn = (source: Source): Found[] => pagesOf(source, "targets")

export const blackbox: Provider = {
  name: "blackbox",
  title,
  detect: (source) => hasJobs(source) || hasModules(source) || groupsIn(source).length > 0,
  convert(source) {
    if (!hasJobs(source) && groupsIn(source).length === 0) {
      const wanted = "prometheus.yml with its scrape_configs, or a file of targets"
      throw otherShape(
        title,
        hasModules(source) ? `${wanted} in front of the modules, which name no targets` : wanted,
      )
    }
    const ledger = openLedger(title)
    const modules = readModules(source)
    const jobs = findJobs(source)
    for (const job of jobs.filter(({ isProbe }) => isProbe)) {
      takeGroups(job.groups, job, modules, ledger)
    }
    const readers = jobs.filter(({ isProbe, files }) => isProbe && files.length > 0)
    const [reader] = readers.length === 1 ? readers : []
    takeGroups(groupsIn(source), reader ?? null, modules, ledger)
    tellRest(jobs, groupsIn(source).length > 0, ledger)
    return ledger.close()
  },
}

type Job = {
  name: string
  isProbe: boolean
  module: string | null
  seconds: number | null
  groups: Found[]
  files: unknown[]
  /** Other ways of finding targets, such as kubernetes_sd_configs. */
  finders: string[]
}

function findJobs(source: Source): Job[] {
  return pagesOf(source, "scrape_configs").flatMap(({ value: config, items }) =>
    items.map(({ value: job, pointer }) => {
      const path = inside(job, "metrics_path")
      const every = inside(job, "scrape_interval") ?? inside(config, "global", "scrape_interval")
      const files = elements({ value: inside(job, "file_sd_configs"), pointer })
      return {
        name: wordOf(inside(job, "job_name")),
        isProbe: typeof path === "string" && path.endsWith("/probe"),
        module: wordIn(inside(job, "params", "module")),
        seconds: goDuration(wordOf(every ?? "1m")),
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

const wordIn = (given: unknown): string | null => {
  const first: unknown = Array.isArray(given) ? given[0] : given
  return typeof first === "string" && first !== "" ? first : null
}

/** Every few seconds is usual there, so a job tells it once for all its targets. */
function roundedSeconds({ name, seconds }: Job, ledger: Ledger): number | null {
  if (seconds === null) {
    ledger.general(
      `The interval of the job ${quoted(name)} cannot be read; its targets are checked every minute here`,
    )
    return null
  }
  const { note } = fitInterval(seconds)
  if (note !== null) ledger.general(`The interval of the job ${quoted(name)} ${note}`)
  return Math.min(Math.max(Math.ceil(seconds / 60), 1), 1440) * 60
}

function takeGroups(
  groups: Found[],
  job: Job | null,
  modules: Map<string, Module>,
  ledger: Ledger,
): void {
  if (groups.length === 0) return
  const intervalSeconds = job === null ? undefined : roundedSeconds(job, ledger)
  for (const { value, pointer } of groups) {
    const labels = inside(value, "labels")
    const named = wordIn(inside(labels, "module")) ?? wordIn(inside(labels, "__param_module"))
    const module = named ?? job?.module ?? null
    const targets = { value: inside(value, "targets"), pointer: below(pointer, "targets") }
    for (const target of elements(targets)) {
      const name = nameOf(target.value)
      ledger.take({ name, type: module ?? "", pointer: target.pointer }, (item) => {
        const made = convertTarget(target.value, module, modules, item)
        return "dropped" in made ? made : { ...made, intervalSeconds, labels: labelsOf(labels) }
      })
    }
  }
}

/** The target itself, without the credentials that an address may open with. */
function nameOf(target: unknown): string {
  if (typeof target !== "string") return ""
  return target.includes("://") ? withoutSecrets(target) : target.replace(/^[^@]*@/, "")
}

const labelsOf = (labels: unknown): string[] =>
  Object.entries(isMembers(labels) ? labels : {}).flatMap(([name, value]) =>
    name === "module" || name.startsWith("__") ? [] : [labelOf(name, value)],
  )

function tellRest(jobs: Job[], hasGroups: boolean, ledger: Ledger): void {
  const others = jobs.filter(({ isProbe }) => !isProbe).length
  if (others > 0) {
    ledger.general(
      `${plural(others, "job")} that ${others === 1 ? "scrapes" : "scrape"} metrics without a probe ${were(others)} left out`,
    )
  }
  for (const { name, files, finders } of jobs.filter(({ isProbe }) => isProbe)) {
    if (files.length > 0 && !hasGroups) {
      ledger.general(
        `The job ${quoted(name)} reads targets from ${files.map(quoted).join(", ")}: put these behind prometheus.yml and convert again`,
      )
    }
    if (finders.length > 0) {
      ledger.general(
        `The job ${quoted(name)} finds targets by ${finders.join(", ")}: they are not in the file`,
      )
    }
  }
}
