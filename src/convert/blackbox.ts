import { fitInterval } from "./durations.ts"
import { findJobs, probedBy, type Job, type Probed } from "./blackbox-job.ts"
import { configTable, jobTable } from "./blackbox-members.ts"
import { convertTarget, readModules, type Module } from "./blackbox-module.ts"
import { drop, isDropped } from "./item.ts"
import { openLedger, type Ledger } from "./conversion-notes.ts"
import { probesIn } from "./prometheus-operator.ts"
import { otherShape, type Provider } from "./provider.ts"
import {
  below,
  elements,
  inside,
  isMembers,
  pagesOf,
  topObjects,
  type Found,
  type Source,
} from "./source.ts"
import { labelOf, plural, quoted, withoutSecrets, were } from "./convert-messages.ts"

const title = "Prometheus blackbox"

const hasJobs = (source: Source) => pagesOf(source, "scrape_configs").length > 0
const hasModules = (source: Source) =>
  topObjects(source).some(({ value }) => isModules(value["modules"]))
const isModules = (held: unknown) =>
  isMembers(held) && Object.values(held).some((module) => inside(module, "prober") !== undefined)

/** Target files of a job: lists of targets with labels. */
const groupsIn = (source: Source): Found[] => pagesOf(source, "targets")

export const blackbox: Provider = {
  name: "blackbox",
  title,
  detect: (source) =>
    hasJobs(source) ||
    groupsIn(source).length > 0 ||
    (hasModules(source) && probesIn(source).length === 0),
  convert(source) {
    if (!hasJobs(source) && groupsIn(source).length === 0) {
      const wanted = "prometheus.yml with scrape_configs, or a file of targets"
      throw otherShape(
        title,
        hasModules(source) ? `${wanted} before the modules, which have no targets` : wanted,
      )
    }
    const ledger = openLedger(title)
    const modules = readModules(source)
    const jobs = findJobs(source)
    for (const { value, pointer } of topObjects(source)) {
      ledger.envelope(value, configTable, pointer)
    }
    for (const job of jobs.filter(({ isProbe }) => isProbe)) {
      ledger.envelope(job.value, jobTable, job.pointer)
      tellUnlabeled(job, ledger)
      takeGroups(job.groups, job, modules, ledger)
    }
    const readers = jobs.filter(({ isProbe, files }) => isProbe && files.length > 0)
    const [reader] = readers.length === 1 ? readers : []
    takeGroups(groupsIn(source), reader ?? null, modules, ledger)
    tellRest(jobs, groupsIn(source).length > 0, ledger)
    return ledger.close()
  },
}

/** The interval of a job in whole minutes; noted once per job, because intervals of seconds are common. */
function roundedSeconds({ name, seconds }: Job, ledger: Ledger): number | null {
  if (seconds === null) {
    ledger.general(
      `The interval of the job ${quoted(name)} is not valid; its targets are checked every minute`,
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
    const targets = { value: inside(value, "targets"), pointer: below(pointer, "targets") }
    for (const { value: address, pointer: place } of elements(targets)) {
      const probed = typeof address === "string" ? probedBy(job, address, value) : "it is not text"
      const isProbed = typeof probed !== "string"
      const facts = {
        name: nameOf(isProbed ? probed.target : address),
        type: (isProbed ? probed.module : job?.params.get("module")) ?? "",
        pointer: place,
      }
      ledger.take(facts, (item) => {
        if (!isProbed) return drop(probed)
        const made = convertTarget(probed, modules, job?.timeoutSeconds, item)
        if (isDropped(made)) return made
        return { ...made, intervalSeconds, labels: labelsOf(probed.labels) }
      })
    }
  }
}

/** The target without credentials that its URL may contain. */
function nameOf(target: unknown): string {
  if (typeof target !== "string") return ""
  return target.includes("://") ? withoutSecrets(target) : target.replace(/^[^@]*@/, "")
}

const labelsOf = (labels: Probed["labels"]): string[] =>
  Object.entries(labels).flatMap(([name, value]) =>
    name === "module" || name.startsWith("__") ? [] : [labelOf(name, value)],
  )

/** Without relabeling rules the targets are exporters, unless the export omits the rules. */
function tellUnlabeled({ name, params, rules, groups }: Job, ledger: Ledger): void {
  if (rules.length > 0 || groups.length === 0) return
  ledger.general(
    params.has("target")
      ? `The targets of the job ${quoted(name)} are exporters: the target in its parameter "target" was imported`
      : `The job ${quoted(name)} has no relabel_configs: its targets themselves were imported`,
  )
}

function tellRest(jobs: Job[], hasGroups: boolean, ledger: Ledger): void {
  const others = jobs.filter(({ isProbe }) => !isProbe).length
  if (others > 0) {
    ledger.general(
      `${plural(others, "job")} that ${others === 1 ? "scrapes" : "scrape"} metrics without a probe ${were(others)} not imported`,
    )
  }
  for (const { name, files, finders } of jobs.filter(({ isProbe }) => isProbe)) {
    if (files.length > 0 && !hasGroups) {
      ledger.general(
        `The job ${quoted(name)} reads targets from ${files.map(quoted).join(", ")}: append these files to prometheus.yml and convert again`,
      )
    }
    if (finders.length > 0) {
      ledger.general(
        `The job ${quoted(name)} discovers targets by ${finders.join(", ")}, which are not in the file`,
      )
    }
  }
}
