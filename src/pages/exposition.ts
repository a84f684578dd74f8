import { inert } from "../platform/shown-text.ts"

/** The Prometheus text format, version 0.0.4. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8"

/** Labels of a sample; values may be any text. */
export type Labels = Readonly<Record<string, string>>

/** Formats labels as `{a="b",c="d"}` and escapes values. */
export const writeLabels = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(",")

const escape = (value: string): string => {
  const shown = inert(value)
  return /["\\\n]/.test(shown)
    ? shown.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
    : shown
}

/** Written labels, and the value in base units. */
export type Sample = readonly [labels: string, value: number | boolean]

/** Large responses are written in pieces, so that other requests can run in between. */
const pieceLength = 65_536

/** A metric of the Prometheus text format; a gauge by default. */
export type Metric = { name: string; help: string; type?: "gauge" | "counter" }

/**
 * A metric with its samples in pieces of text; nothing if there are no samples. `prom-client` would keep every sample
 * in a registry and write all of them at once.
 */
export function* writeMetric<Thing>(
  { name, help, type = "gauge" }: Metric,
  things: Iterable<Thing>,
  of: (thing: Thing) => readonly Sample[],
): Generator<string> {
  const head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
  let isBegun = false
  let lines = ""
  for (const thing of things) {
    for (const [labels, value] of of(thing)) lines += `${name}{${labels}} ${Number(value)}\n`
    if (lines.length < pieceLength) continue
    yield isBegun ? lines : head + lines
    isBegun = true
    lines = ""
  }
  if (lines !== "") yield isBegun ? lines : head + lines
}
