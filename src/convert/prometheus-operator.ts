import { fitInterval, goDuration } from "./durations.ts"
import { probedBy, type Job } from "./blackbox-job.ts"
import { convertTarget, readModules } from "./blackbox-module.ts"
import { drop, isDropped } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { probeTable } from "./prometheus-operator-members.ts"
import { otherShape, type Provider } from "./provider.ts"
import { below, elements, inside, isMembers, topObjects, type Page, type Source } from "./source.ts"
import { labelOf, quoted, withoutSecrets, wordOf } from "./convert-messages.ts"

const title = "Prometheus Operator"

const isProbe = (value: unknown): boolean =>
  inside(value, "kind") === "Probe" &&
  wordOf(inside(value, "apiVersion")).startsWith("monitoring.coreos.com/")

/** Resources, also within a list as kubectl prints it. */
export const probesIn = (source: Source): Page[] =>
  topObjects(source)
    .flatMap((page) => {
      const items = elements({ value: page.value["items"], pointer: below(page.pointer, "items") })
      return inside(page.value, "kind") === "List" || items.length > 0 ? items : [page]
    })
    .filter((found): found is Page => isMembers(found.value) && isProbe(found.value))

export const prometheusOperator: Provider = {
  name: "prometheus-operator",
  title,
  detect: (source) => probesIn(source).length > 0,
  convert(source) {
    const probes = probesIn(source)
    if (probes.length === 0) {
      throw otherShape(title, "Probe resources followed by blackbox.yml")
    }
    const ledger = openLedger(title)
    const modules = readModules(source)
    for (const { value, pointer } of probes) {
      ledger.envelope(value, probeTable, pointer)
      const job = jobOf(value, pointer)
      if (inside(value, "spec", "interval") === undefined) {
        ledger.general(
          `The interval of the probe ${quoted(job.name)} is that of Prometheus, which is not in the file: 1m was assumed`,
        )
      }
      const note = job.seconds === null ? null : fitInterval(job.seconds).note
      if (note !== null) ledger.general(`The interval of the probe ${quoted(job.name)} ${note}`)
      if (inside(value, "spec", "targets", "ingress") !== undefined) {
        ledger.general(
          `The probe ${quoted(job.name)} discovers targets by ingresses, which are not in the file`,
        )
      }
      const config = {
        value: inside(value, "spec", "targets", "staticConfig"),
        pointer: below(pointer, "spec", "targets", "staticConfig"),
      }
      const targets = {
        value: inside(config.value, "static"),
        pointer: below(config.pointer, "static"),
      }
      for (const { value: address, pointer: place } of elements(targets)) {
        const probed =
          typeof address === "string" ? probedBy(job, address, config.value) : "it is not text"
        const isProbed = typeof probed !== "string"
        const facts = {
          name: withoutSecrets(isProbed ? probed.target : wordOf(address)),
          type: (isProbed ? probed.module : null) ?? "",
          pointer: place,
        }
        ledger.take(facts, (item) => {
          if (!isProbed) return drop(probed)
          const made = convertTarget(probed, modules, job.timeoutSeconds, item)
          if (isDropped(made)) return made
          const labels = Object.entries(probed.labels).filter(
            ([name]) => !/^__|^module$/.test(name),
          )
          return {
            ...made,
            intervalSeconds:
              job.seconds === null ? undefined : Math.max(60, Math.ceil(job.seconds / 60) * 60),
            labels: labels.map(([name, held]) => labelOf(name, held)),
          }
        })
      }
    }
    return ledger.close()
  },
}

/** The job that the operator generates; its first rule passes the target to the exporter. */
function jobOf(value: unknown, pointer: string): Job {
  const spec = inside(value, "spec")
  const module = wordOf(inside(spec, "module"))
  const rules = inside(spec, "targets", "staticConfig", "relabelingConfigs")
  return {
    name: wordOf(inside(value, "metadata", "name")),
    value,
    pointer,
    isProbe: true,
    params: new Map(module === "" ? [] : [["module", module]]),
    rules: [
      { source_labels: ["__address__"], target_label: "__param_target" },
      ...(Array.isArray(rules) ? rules.map(inSnakeCase) : []),
    ],
    seconds: goDuration(wordOf(inside(spec, "interval") ?? "1m")),
    timeoutSeconds: goDuration(wordOf(inside(spec, "scrapeTimeout"))) ?? undefined,
    groups: [],
    files: [],
    finders: [],
  }
}

const inSnakeCase = (rule: unknown): unknown =>
  isMembers(rule)
    ? Object.fromEntries(
        Object.entries(rule).map(([name, held]) => [
          name.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`),
          held,
        ]),
      )
    : rule
